/** Makes generated values the same in every `npm test`. `npm run soak` takes other and more values each time. */
import { count } from '@harness/formats/test-support/figures'
import { isSoak } from '@harness/formats/test-support/runs'
import fc from 'fast-check'

fc.configureGlobal(
  isSoak
    ? { numRuns: 2_000, beforeEach: () => count('inputs fuzzed', 'none') }
    : { seed: 20261116, numRuns: 50 },
)
