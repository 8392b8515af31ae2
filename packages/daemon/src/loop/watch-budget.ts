/** Tells how many tokens the product has used in its window. Counted again only if a run may have used some since. */
import { tokensSince } from '@harness/shell/store/sidecars/token-records'

export interface BudgetWatch {
  tokens(windowMs: number): Promise<number>
  /** To be called when a run rests. */
  mayHaveChanged(): void
}

/** `staleMs` says for how long a count holds while runs work. */
export function watchBudget(stateDir: string, now: () => number, staleMs: () => number): BudgetWatch {
  let known: { readonly tokens: number; readonly at: number } | null = null
  return {
    async tokens(windowMs) {
      if (known === null || now() - known.at > staleMs())
        known = { tokens: await tokensSince(stateDir, now() - windowMs), at: now() }
      return known.tokens
    },
    mayHaveChanged() {
      known = null
    },
  }
}
