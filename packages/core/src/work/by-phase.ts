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

/** What the outcomes of each phase lead to. An outcome without a function changes nothing. */
export type OutcomesByPhase<
  State extends { readonly at: Phased },
  Outcome extends { readonly type: string },
> = {
  readonly [Phase in State['at']['phase']]?: {
    readonly [Type in Outcome['type']]?: (
      state: State,
      at: InPhase<State['at'], Phase>,
      event: Extract<Outcome, { readonly type: Type }>,
    ) => State
  }
}

/** Undefined if the table has nothing for the outcome. */
export function outcomeIn<State extends { readonly at: Phased }, Outcome extends { readonly type: string }>(
  table: OutcomesByPhase<State, Outcome>,
  state: State,
  event: Outcome,
): State | undefined {
  const { at } = state
  const phase: OutcomesByPhase<State, Outcome>[State['at']['phase']] = table[at.phase as State['at']['phase']]
  const one = phase?.[event.type as Outcome['type']] as
    | ((state: State, at: Phased, event: Outcome) => State)
    | undefined
  return one?.(state, at, event)
}
