/** Owns the effects that a user's own playbook can want: lanes, agents, checks, people and time. */
import type { AskHuman } from '../../effects/ask-human.ts'
import type { CloseLane } from '../../effects/close-lane.ts'
import type { MergeLane } from '../../effects/merge-lane.ts'
import type { OpenLane } from '../../effects/open-lane.ts'
import type { RunAgent } from '../../effects/run-agent.ts'
import type { RunChecks } from '../../effects/run-checks.ts'
import type { SyncLane } from '../../effects/sync-lane.ts'
import type { WakeAt } from '../../effects/wake-at.ts'
import type { EventOf, OutcomeOf } from '../../kernel/effect.ts'

export type Command = OpenLane | RunAgent | RunChecks | SyncLane | MergeLane | CloseLane | AskHuman | WakeAt

export const ownEffects = [
  'OpenLane',
  'RunAgent',
  'RunChecks',
  'SyncLane',
  'MergeLane',
  'CloseLane',
  'AskHuman',
  'WakeAt',
] as const satisfies readonly Command['type'][]

export type Event = EventOf<Command>
export type Outcome = OutcomeOf<Command>

/** What the harness handles for every own playbook: it waits, tries again, asks a person, or stops the run. */
type Trouble = 'AgentFailed' | 'CommandFailed' | 'ForgeFailed'

/**
 * What an own playbook hears of. If ContractBroken, MergeRefused or BaseRewritten leaves its state as it is, the run
 * stops: the playbook does not handle it.
 */
export type OwnEvent = Exclude<Outcome, { readonly type: Trouble }>
