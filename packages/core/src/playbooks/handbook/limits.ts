import { isoTime } from '../../kernel/iso-time.ts'
import type { IterationState, TerminationReason } from './known-so-far.ts'
import type { Ending, HandbookState } from './state.ts'

export const isLimit = (reason: TerminationReason): boolean =>
  reason === 'max_iterations' || reason === 'timeout'

const limitAdvice =
  'Raise max_iterations or timeout_minutes under iteration_state in the sidecar (IMPECCABLE_MAX_ITERATIONS and IMPECCABLE_TIMEOUT_MINUTES count for the first run only), then: harness handbook. Or inspect for a livelock: typically a self-critique loop, or an agent that returns the same diff repeatedly.'

export const timeIsUpAfter = ({ iteration }: HandbookState): number =>
  iteration.startedAt + iteration.timeoutMinutes * 60_000

/** The limit that is reached at this moment; null if there is none. */
export function limitReached(state: HandbookState, at: number, promptsLeft: boolean): Ending | null {
  const { iteration } = state
  if (at > timeIsUpAfter(state))
    return limit(state, 'timeout', `More than ${iteration.timeoutMinutes} minutes have passed.`)
  return promptsLeft && iteration.iteration >= iteration.maxIterations
    ? limit(state, 'max_iterations', `${iteration.iteration} iterations are used.`)
    : null
}

const limit = (state: HandbookState, reason: TerminationReason, failureMode: string): Ending => ({
  reason,
  promptId: null,
  failureMode,
  sections: [
    { title: 'iteration_state', text: describeIteration(state.iteration, reason) },
    {
      title: 'Next predicted action',
      text:
        state.predicted === null
          ? 'None.'
          : `${state.predicted.promptId} (${state.predicted.verb ?? 'no verb'}): ${state.predicted.rationale}`,
    },
  ],
  suggestion: limitAdvice,
})

const describeIteration = (state: IterationState, reason: TerminationReason): string =>
  [
    `- iteration: ${state.iteration} of ${state.maxIterations}`,
    `- timeout_minutes: ${state.timeoutMinutes}`,
    `- started_at: ${isoTime(state.startedAt)}`,
    `- last_step_at: ${isoTime(state.lastStepAt)}`,
    `- last_outcome: ${state.lastOutcome ?? 'none'}`,
    '- status: halted',
    `- termination_reason: ${reason}`,
  ].join('\n')
