import type { Check } from '../kernel/check.ts'

/** Shows that no mark of a conflict stayed in what came since `base`. */
// Git itself knows the marks; what else it calls an error of whitespace is none of this check's business.
export const noConflictMarks = (base: string): Check => ({
  name: 'no conflict marks',
  run: `git -c core.whitespace=-trailing-space,-space-before-tab,-indent-with-non-tab,-tab-in-indent diff --check ${base} HEAD`,
  timeoutMs: 120_000,
  claims: [],
})
