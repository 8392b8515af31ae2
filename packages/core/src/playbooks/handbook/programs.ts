/** Owns which commands of a handbook start an agent, or a program that agents may have written. */
import { nextId } from '../../work/dispatch.ts'
import type { Command } from './effects.ts'
import { type Flight, type HandbookState, subjectOf } from './state.ts'

/** Opening a lane runs its set-up, and a merge runs the checks again. */
export const programs: ReadonlySet<Command['type']> = new Set([
  'RunAgent',
  'RunChecks',
  'OpenLane',
  'MergeLane',
])

const steps: ReadonlySet<Flight['step']['type']> = new Set(['agent', 'verify', 'open', 'merge'])

/** Those that may be under way. */
export const programsIn = (state: HandbookState): readonly string[] =>
  state.flights
    .filter(({ step, hurdle }) => hurdle === null && steps.has(step.type))
    .map(({ step, task }) => nextId(state, step.type === 'agent' ? step.part : step.type, subjectOf(task)))
