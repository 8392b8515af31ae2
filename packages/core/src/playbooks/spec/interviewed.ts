/** Owns what follows the last question: four analysts, or the draft at once. */
import { openLines } from './analysts.ts'
import type { Known, SpecState } from './state.ts'

export const analysisOf = (state: Known): SpecState =>
  state.input.depth === 'deep'
    ? { ...state, phase: 'analyse', lines: openLines() }
    : { ...state, phase: 'draft', analyses: [] }
