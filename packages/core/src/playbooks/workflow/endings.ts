/** Owns how a workflow ends, rests or stops, in the words of the person's language. */
import type { RunEnd } from '../../kernel/event.ts'
import { exitCode } from '../../kernel/exit-code.ts'
import { givenUpEnd } from '../../kernel/given-up.ts'
import type { PhaseLabel, StepName } from './input.ts'
import { pathIn } from './moves.ts'
import type { Seat } from './seats.ts'
import type { In, WorkflowState } from './state.ts'
import type { Words } from './words.ts'

const paused = (why: Pick<RunEnd, 'exitCode' | 'reason' | 'next'>): RunEnd => ({
  outcome: 'paused',
  resumable: true,
  report: '',
  ...why,
})

const nextOf: Readonly<Record<StepName, string>> = {
  plan: 'harness workflow generate',
  generate: 'harness workflow verify',
  verify: 'harness workflow evaluate',
  evaluate: 'harness resume',
}

/** The operator wanted this step and no more. */
export function pausedEnd(state: WorkflowState, done: StepName, { ends, phases }: Words): RunEnd {
  const label = phases[`${done}_done` satisfies PhaseLabel]
  const result = done === 'verify' ? `\n${state.report?.line ?? ''}` : ''
  return paused({
    exitCode: exitCode.waitingAtGate,
    reason: `${ends.paused(label)}${result}`,
    next: nextOf[done],
  })
}

export const stoppedEnd = (state: WorkflowState, gate: 'spec' | 'verify', { ends }: Words): RunEnd =>
  paused({
    exitCode: exitCode.waitingAtGate,
    reason: gate === 'spec' ? ends.stoppedAtSpec : ends.stoppedAtVerify(pathIn(state, 'verify_report')),
    next: 'harness resume',
  })

/** A seat that cannot go on: what it lacks, or what its provider says. */
export function seatEnd(
  state: WorkflowState,
  { hurdle, role, artifact, void: why }: Seat,
  { ends }: Words,
): RunEnd {
  if (hurdle?.type === 'stop') return hurdle.end
  const path = artifact === null ? '' : pathIn(state, artifact)
  return paused({
    exitCode: exitCode.contractBroken,
    reason: why === 'unseen' ? ends.unseenQuotes(role) : ends.noArtifact(role, path),
    next: 'harness resume',
  })
}

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
