/** Owns how the people around a run behave: whether and when they answer, what they do with a run that rests. */
import type { AskHuman } from '@harness/core/effects/ask-human'
import type { Rest } from '@harness/shell/engine/loop/run-loop'

export interface Reply {
  /** The way of the answer: at the terminal of an attended run, or through the run's inbox. */
  readonly where: 'terminal' | 'inbox'
  /** The name of a choice, or `later` at the terminal: the gate stays open and the process lets go. */
  readonly choice: string
  readonly afterMs: number
}

export interface Resumption {
  readonly afterMs: number
  readonly until: string | null
}

export interface Manners {
  /** Everything people will say to this gate, in any order; nothing if they never answer. */
  repliesTo(question: AskHuman): readonly Reply[]
  /** What they do before they grant it. */
  prepare(question: AskHuman): void
  /** Null if they leave the run as it is. */
  resume(rest: Rest): Resumption | null
}
