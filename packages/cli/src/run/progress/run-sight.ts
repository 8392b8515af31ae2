/** Owns what progress shows of a run's state, whatever its playbook. */
import type { AgentFinished } from '@harness/core/effects/run-agent'
import type { BudgetLedger } from '@harness/core/kernel/budget-ledger'
import type { AnyCommand } from '@harness/core/kernel/effect'
import type { CommandId } from '@harness/core/kernel/ids'
import { type TestRulingsAnswer, testJudge } from '@harness/core/work/test-judge'
import type { AnyEffects } from '@harness/shell/effects/effect'
import type { ProgressSight } from '@harness/shell/effects/progress-line'
import { effectsIn } from '@harness/shell/engine/registered-defaults'
import { type RunReport, reportOf, wantedIn } from '@harness/shell/engine/run-report'
import type { SpendingState } from '@harness/shell/store/sidecars/run-sidecars'
import type { Face } from '../../line/face.ts'
import { rulingLine } from './answer-lines.ts'

export interface RunSight
  extends ProgressSight,
    Pick<RunReport, 'subject' | 'about' | 'phase' | 'follows' | 'next' | 'sleep' | 'warnings'> {
  /** The records of its commands. */
  readonly effects: AnyEffects
  /** The column of the warnings; `budget` if absent. */
  readonly warningsIn?: string
  readonly spent: BudgetLedger
  /** What is wanted in flight now. */
  wanted(): readonly AnyCommand[]
  /** The part of the run that a command is about; null for the whole. */
  partOf?(command: CommandId): string | null
}

export function sightOf<State extends SpendingState>(
  { registration, telling = {} }: Pick<Face<State>, 'registration' | 'telling'>,
  state: State,
): RunSight {
  return {
    ...reportOf(registration, state),
    effects: effectsIn(registration),
    spent: state.spent,
    wanted: () => wantedIn(registration.playbook, state),
    aside: (command) => telling.aside?.(state, command) ?? null,
    partOf: (command) => telling.partOf?.(command) ?? null,
    answerLine: (event, spent) =>
      event.role === testJudge
        ? rulingLine(event as AgentFinished<TestRulingsAnswer>, spent)
        : (telling.answerLine?.(state, event, spent) ?? null),
    readsOnly: (role) => role === testJudge || (telling.readsOnly?.(role) ?? false),
  }
}
