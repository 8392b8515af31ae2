/** Owns tables that have a function for each phase. A function gets the phase with what it holds. */

interface Phased {
  readonly phase: string
}

/** A phase with what it holds. */
export type InPhase<At extends Phased, Phase extends At['phase']> = At extends Phased
  ? Phase extends At['phase']
    ? At & { readonly phase: Phase }
    : never
  : never

/** A phase without a function does nothing. */
export type ByPhase<At extends Phased, Given extends readonly unknown[], Result> = {
  readonly [Phase in At['phase']]?: (at: InPhase<At, Phase>, ...given: Given) => Result
}

/** Undefined if the table has nothing for the phase. */
export function inPhase<At extends Phased, Given extends readonly unknown[], Result>(
  table: ByPhase<At, Given, Result>,
  at: At,
  ...given: Given
): Result | undefined {
  const one = table[at.phase as At['phase']] as ((at: At, ...given: Given) => Result) | undefined
  return one?.(at, ...given)
}
