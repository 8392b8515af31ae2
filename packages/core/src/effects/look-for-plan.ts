/** Owns the effect that looks for a plan that a person or another tool wrote. */

import type { Ask } from '../kernel/effect.ts'
import type { OutcomeBase } from '../kernel/event.ts'
import type { CommandFailed } from './command-failed.ts'

/** Only looks, so it is safe to repeat. */
export interface LookForPlan extends Ask<'LookForPlan', PlanLookedFor | CommandFailed> {
  /** The path that the session names; null if it names none. */
  readonly recorded: string | null
  /** A plan whose file is named after the phase counts too; null if only a recorded one does. */
  readonly phaseName: string | null
  readonly specPath: string
  /** Relative to the checkout. A handoff there may name the plan. */
  readonly sessionDir: string
}

export interface PlanLookedFor extends OutcomeBase {
  readonly type: 'PlanLookedFor'
  /** Relative to the checkout; empty if there is none. */
  readonly paths: readonly string[]
  /** What tells of the plan; null if there is none. */
  readonly from: 'recorded' | 'handoff' | 'name' | null
  /** What the handoff says a person should look at. */
  readonly concerns: readonly string[]
}
