/** Owns how a workflow ends, rests or stops, in the words of the person's language. */
import type { RunEnd } from '../../kernel/event.ts'
import { exitCode } from '../../kernel/exit-code.ts'
import { givenUpEnd } from '../../kernel/given-up.ts'
import { pausedEnd } from '../../kernel/paused-end.ts'
import { type ByPhase, inPhase } from '../../work/by-phase.ts'
import { stepNames } from './input.ts'
import type { WorkSeat } from './seats.ts'
import { type In, type Place, pathIn, type WorkflowState } from './state.ts'
import type { Words } from './words.ts'

/** Null if the phase ends nothing. */
export const endOf = (state: WorkflowState, words: Words): RunEnd | null =>
  inPhase(table, state.at, state, words) ?? null

const table: ByPhase<Place, [WorkflowState, Words], RunEnd> = {
  /** The operator wanted this step and no more. */
  rest({ done }, { report }, { ends, phases }) {
    const result = done === 'verify' ? `\n${report?.line ?? ''}` : ''
    const step = stepNames[stepNames.indexOf(done) + 1]
    return pausedEnd({
      exitCode: exitCode.waitingAtGate,
      reason: `${ends.paused(phases[`${done}_done`])}${result}`,
      next: step === undefined ? 'harness resume' : `harness workflow ${step}`,
    })
  },
  stopped: ({ gate }, state, { ends }) =>
    pausedEnd({
      exitCode: exitCode.waitingAtGate,
      reason: gate === 'spec' ? ends.stoppedAtSpec : ends.stoppedAtVerify(pathIn(state, 'verify_report')),
      next: 'harness resume',
    }),
  over(at, state, { ends }) {
    const { input, result, qa } = state
    const isFailed = result === 'failed'
    const reason = result === 'passed' ? ends.passed : isFailed ? ends.failed(input.maxRounds) : ends.accepted
    const next = leftToDo(at, state, ends)
    return {
      outcome: isFailed ? 'halted' : 'done',
      exitCode: isFailed ? exitCode.halted : exitCode.done,
      reason,
      next,
      resumable: false,
      report: [titleOf(state), reason, next, ...(qa === null ? [] : [qa.text])].join('\n\n'),
    }
  },
}

function leftToDo(
  { commit = null, merged }: In<'over'>,
  { input, lane }: WorkflowState,
  ends: Words['ends'],
): string {
  const branch = lane?.branch ?? ''
  if (commit === null) return ends.notCommitted(input.inPlace ? input.checkout : branch)
  if (merged === true) return ends.merged(branch)
  return input.inPlace ? ends.committed(branch) : `${ends.switchTo(branch)}\n${ends.mergeIt(branch)}`
}

const titleOf = ({ input }: WorkflowState): string => `# ${input.task.split('\n')[0]}`

/** What an agent left out that was asked twice. */
export const seatEnd = (
  state: WorkflowState,
  { role, artifact, objection }: WorkSeat,
  { ends }: Words,
): Pick<RunEnd, 'reason' | 'next'> => ({
  reason:
    objection === 'unseen'
      ? ends.unseenQuotes(role)
      : ends.noArtifact(role, artifact === null ? '' : pathIn(state, artifact)),
  next: 'harness resume',
})

/** Null once the change is committed: what is left to do then is done by going on. */
export const givenUp = (state: WorkflowState, by: string, reason: string): RunEnd | null =>
  ['clean', 'close', 'over'].includes(state.at.phase)
    ? null
    : givenUpEnd({
        by,
        reason,
        next: 'harness workflow "…"',
        report: (why) => [titleOf(state), why].join('\n\n'),
      })
