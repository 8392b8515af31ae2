/** Owns what a session adds to the notes of a project: failures, and the learnings that stay. */
import { isoTime } from '../../kernel/iso-time.ts'
import { editTexts } from '../../work/checkout-documents.ts'
import { nextId } from '../../work/dispatch.ts'
import type { PhaseLearnings } from './documents.ts'
import type { Edit } from './effects.ts'
import type { AutopilotState } from './state.ts'

export const failuresFile = '.harness/failures.md'
export const learningsFile = '.harness/learnings.md'

export const noteFailure = (state: AutopilotState, subject: string, failure: string) =>
  editTexts<Edit>(nextId(state, 'fail', subject), [
    { name: 'failures', path: failuresFile, edit: { failure, now: isoTime(state.updatedAt) } },
  ])

const stays: ReadonlySet<string> = new Set(['gotcha', 'decision', 'observation'])

/** A phase that has none is left out. */
export const promotedOf = (phases: readonly PhaseLearnings[]): readonly PhaseLearnings[] =>
  phases
    .map(({ title, learnings }) => ({
      title,
      learnings: learnings.filter(({ outcome }) => stays.has(outcome)),
    }))
    .filter(({ learnings }) => learnings.length > 0)
