/** Owns what follows the last question: four analysts, or the draft at once. */
import { analystSeats } from './analysts.ts'
import { type Known, mostAgain, type SpecState } from './state.ts'

export const analysisOf = (state: Known): SpecState =>
  state.input.depth === 'deep'
    ? { ...state, phase: 'analyse', seats: analystSeats(mostAgain) }
    : { ...state, phase: 'draft', analyses: [] }
