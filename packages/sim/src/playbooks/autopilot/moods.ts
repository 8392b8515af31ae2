/** Owns what can go wrong with the agents of a simulated autopilot, and how likely it is. */
import type { Random } from '../../engine/random.ts'

export interface Moods {
  readonly trouble: number
  /** Its answer breaks the contract, after it has changed files. */
  readonly garbles: number
  /** It changes files that it may not change. */
  readonly strays: number
  /** The planner writes no plan. */
  readonly forgets: number
  /** The plan has no task. */
  readonly empties: number
  readonly worries: number
  /** The plan has more tasks than one of the limits. */
  readonly swells: number
  /** A task has checkpoints. */
  readonly checkpoints: number
  /** A task of the plan says that it changes no file, or nothing of files. */
  readonly vague: number
  readonly blocks: number
  /** It reports a task done and changes nothing. */
  readonly idles: number
  /** What it writes has a bug that checks show. */
  readonly bugs: number
  readonly removesTests: number
  readonly learns: number
  /** The verifier says that it fails. */
  readonly rejects: number
  /** The verifier judges none of the truths, or one of them again and again. */
  readonly skimps: number
  /** The verifier or evaluator quotes what it did not see. */
  readonly invents: number
  /** The reviewer has a finding that blocks, or one that does not. */
  readonly finds: number
  readonly suggests: number
  /** The outcome is NOT_SATISFIED, with a confidence that blocks or one that does not. */
  readonly denies: number
  readonly doubts: number
  /** The plan has no observable truths. */
  readonly omits: number
}

export const steady: Moods = {
  trouble: 0,
  garbles: 0,
  strays: 0,
  forgets: 0,
  empties: 0,
  worries: 0,
  swells: 0,
  checkpoints: 0,
  vague: 0,
  blocks: 0,
  idles: 0,
  bugs: 0,
  removesTests: 0,
  learns: 0,
  rejects: 0,
  skimps: 0,
  invents: 0,
  finds: 0,
  suggests: 0,
  denies: 0,
  doubts: 0,
  omits: 0,
}

export const drawnMoods = (random: Random): Moods => ({
  trouble: random.pick([0, 0, 0.1]),
  garbles: random.pick([0, 0, 0.1, 0.3]),
  strays: random.pick([0, 0, 0.2]),
  forgets: random.pick([0, 0, 0.2, 0.6]),
  empties: random.pick([0, 0, 0.2]),
  worries: random.pick([0, 0, 0.3]),
  swells: random.pick([0, 0, 0, 0.2]),
  checkpoints: random.pick([0, 0.2, 0.6]),
  vague: random.pick([0, 0.3]),
  blocks: random.pick([0, 0, 0.3, 0.9]),
  idles: random.pick([0, 0, 0.3]),
  bugs: random.pick([0, 0.2, 0.6]),
  removesTests: random.pick([0, 0, 0.2]),
  learns: random.pick([0, 0.5]),
  rejects: random.pick([0, 0, 0.4]),
  skimps: random.pick([0, 0, 0.3]),
  invents: random.pick([0, 0, 0.3]),
  finds: random.pick([0, 0.2, 0.6]),
  suggests: random.pick([0, 0.5]),
  denies: random.pick([0, 0, 0.5]),
  doubts: random.pick([0, 0, 0.5]),
  omits: random.pick([0, 0, 0.3]),
})
