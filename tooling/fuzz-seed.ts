/** Makes generated values the same in every `npm test`. `npm run soak` takes other and more values each time. */
import fc from 'fast-check'

fc.configureGlobal(
  process.env.HARNESS_SOAK === undefined ? { seed: 20261116, numRuns: 50 } : { numRuns: 2_000 },
)
