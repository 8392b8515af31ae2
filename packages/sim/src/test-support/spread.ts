/** Test support: which boundaries `npm test` takes, because all of them would take too long. */
import { isSoak } from '@harness/formats/test-support/runs'

/**
 * Every `step`-th boundary, starting at `first`. `npm run soak` takes all of them, and
 * `npm run sim -- --every-boundary` takes all of any seed.
 */
export const spread =
  (step: number, first = 0) =>
  (index: number): boolean =>
    isSoak || index % step === first % step
