/** Owns when a simulated process dies. A boundary is a place between two things that must both happen. */
import type { Random } from './random.ts'

export interface CrashPlan {
  /** Asked at every boundary, in order. */
  strikes(boundary: string): boolean
}

export const noCrash: CrashPlan = { strikes: () => false }

/** Notes every boundary and never strikes. */
export function surveyOf(boundaries: string[]): CrashPlan {
  return {
    strikes(boundary) {
      boundaries.push(boundary)
      return false
    },
  }
}

/** Strikes at these boundaries, counted from 0 over all processes of the run. */
export function crashesAt(indices: readonly number[]): CrashPlan {
  let passed = 0
  return { strikes: () => indices.includes(passed++) }
}

/** Strikes at each boundary with this probability, at most so often. */
export function randomCrashes(random: Random, probability: number, most: number): CrashPlan {
  let struck = 0
  return {
    strikes() {
      if (struck >= most || !random.chance(probability)) return false
      struck++
      return true
    },
  }
}
