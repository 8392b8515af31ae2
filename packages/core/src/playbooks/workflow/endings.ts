/** Owns how a workflow ends, rests or stops, in the words of the person's language. */
import type { RunEnd } from '../../kernel/event.ts'
import { exitCode } from '../../kernel/exit-code.ts'
import { givenUpEnd } from '../../kernel/given-up.ts'
import { pausedEnd } from '../../kernel/paused-end.ts'
import type { PhaseLabel, StepName } from './input.ts'
import { pathIn } from './moves.ts'
import type { WorkSeat } from './seats.ts'
import type { In, WorkflowState } from './state.ts'
import type { Words } from './words.ts'

const nextOf: Readonly<Record<StepName, string>> = {
  plan: 'harness workflow generate',
  generate: 'harness workflow verify',
  verify: 'harness workflow evaluate',
  evaluate: 'harness resume',
}

/** The operator wanted this step and no more. */
export function restEnd(state: WorkflowState, done: StepName, { ends, phases }: Words): RunEnd {
  const label = phases[`${done}_done` satisfies PhaseLabel]
  const result = done === 'verify' ? `\n${state.report?.line ?? ''}` : ''
  return pausedEnd({
    exitCode: exitCode.waitingAtGate,
    reason: `${ends.paused(label)}${result}`,
    next: nextOf[done],
  })
}

export const stoppedEnd = (state: WorkflowState, gate: 'spec' | 'verify', { ends }: Words): RunEnd =>
  pausedEnd({
    exitCode: exitCode.waitingAtGate,
    reason: gate === 'spec' ? ends.stoppedAtSpec : ends.stoppedAtVerify(pathIn(state, 'verify_report')),
    next: 'harness resume',
  })

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

export function overEnd(state: WorkflowState, at: In<'over'>, { ends }: Words): RunEnd {
  const { input, result } = state
  const reason =
    result === 'passed' ? ends.passed : result === 'failed' ? ends.failed(input.maxRounds) : ends.accepted
  const branch = state.lane?.branch ?? ''
  const where =
    at.commit == null
      ? ends.notCommitted(input.inPlace ? input.checkout : branch)
      : at.merged === true
        ? ends.merged(branch)
        : input.inPlace
          ? ends.committed(branch)
          : `${ends.switchTo(branch)}\n${ends.mergeIt(branch)}`
  return {
    outcome: result === 'failed' ? 'halted' : 'done',
    exitCode: result === 'failed' ? exitCode.halted : exitCode.done,
    reason,
    next: where,
    resumable: false,
    report: [
      `# ${input.task.split('\n')[0]}`,
      reason,
      where,
      ...(state.qa === null ? [] : [state.qa.text]),
    ].join('\n\n'),
  }
}

/** Null once the change is committed: what is left to do then is done by going on. */
export const givenUp = (state: WorkflowState, by: string, reason: string): RunEnd | null =>
  ['clean', 'close', 'over'].includes(state.at.phase)
    ? null
    : givenUpEnd({
        by,
        reason,
        next: 'harness workflow "…"',
        report: (why) => [`# ${state.input.task.split('\n')[0]}`, why].join('\n\n'),
      })
