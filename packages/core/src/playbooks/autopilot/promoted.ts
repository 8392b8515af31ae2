/** Owns which learnings of a session stay with the project. */
import type { PhaseLearnings } from './documents.ts'

export const learningsFile = '.harness/learnings.md'

const stays: ReadonlySet<string> = new Set(['gotcha', 'decision', 'observation'])

/** A phase that has none is left out. */
export const promotedOf = (phases: readonly PhaseLearnings[]): readonly PhaseLearnings[] =>
  phases
    .map(({ title, learnings }) => ({
      title,
      learnings: learnings.filter(({ outcome }) => stays.has(outcome)),
    }))
    .filter(({ learnings }) => learnings.length > 0)
