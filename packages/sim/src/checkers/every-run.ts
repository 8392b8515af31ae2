import type { CommandId } from '@harness/core/kernel/ids'
import type { Checker } from '../engine/checker.ts'
import type { Scenario } from '../engine/scenario.ts'
import { answersOnce } from './answers-once.ts'
import { baseFirst } from './base-first.ts'
import { effectsOnce } from './effects-once.ts'
import { faithfulState } from './faithful-state.ts'
import { letsGo } from './lets-go.ts'
import { nothingLost } from './nothing-lost.ts'
import { oneOutcome } from './one-outcome.ts'
import { pureDecisions } from './pure-decisions.ts'

/** What must be true of every run of every playbook. */
export const everyRun = <Input, State>(
  { playbook, input }: Scenario<Input, State>,
  given: ReadonlyMap<string, CommandId>,
): readonly Checker<State>[] => [
  nothingLost(),
  oneOutcome(),
  effectsOnce(),
  letsGo(),
  answersOnce(given),
  faithfulState(playbook, input),
  pureDecisions(playbook),
  baseFirst(input),
]
