/** Owns the end of a workflow. The commit comes first; what the run made for itself goes only after it succeeded. */
import type { CleanedUp, CleanUpRefused } from '../../effects/clean-up.ts'
import type { ChangeCommitted } from '../../effects/commit-change.ts'
import type { ChecksFinished } from '../../effects/run-checks.ts'
import { haltWith } from '../../work/attempts.ts'
import { hasPassed } from '../../work/check-summary.ts'
import { projectChecks } from '../../work/project-checks.ts'
import { go, type In, type WorkflowState } from './state.ts'
import { say } from './words.ts'

/** What did not pass stays on its branch, and in place there is no lane to merge. */
export function committed(
  state: WorkflowState,
  { choice }: In<'commit'>,
  { commit, tree, unstaged }: ChangeCommitted,
): WorkflowState {
  const { input, lane } = state
  const known: WorkflowState = {
    ...state,
    lane: lane && { ...lane, commit, tree },
    unstaged: unstaged.map(({ file }) => file),
  }
  const told = unstaged.reduce((one, { file, reason }) => say(one, 'stageFailed', file, reason), known)
  return input.merge && !input.inPlace && state.result === 'passed'
    ? go(told, { phase: projectChecks(input).length === 0 ? 'merge' : 'prove', choice, commit })
    : go(told, { phase: 'clean', choice, commit, merged: false })
}

/** Nothing is merged that its checks have not passed on. */
export function proven(state: WorkflowState, at: In<'prove'>, { evidence }: ChecksFinished): WorkflowState {
  const checks = projectChecks(state.input)
  const failing = checks.filter(({ name }) => !evidence.some((one) => one.check === name && hasPassed(one)))
  return failing.length === 0
    ? go(state, { ...at, phase: 'merge' })
    : haltWith(state, {
        detail: `FAIL — ${failing.map(({ name }) => name).join(', ')}`,
        next: 'harness resume',
      })
}

export function cleaned(
  state: WorkflowState,
  at: In<'clean'>,
  event: CleanedUp | CleanUpRefused,
): WorkflowState {
  const told =
    event.type === 'CleanUpRefused'
      ? say(state, 'cleanUpRefused', event.path, event.why)
      : event.removed.reduce((one, path) => say(one, 'deleting', path), state)
  return go(told, { ...at, phase: at.commit === null ? 'over' : 'close' })
}
