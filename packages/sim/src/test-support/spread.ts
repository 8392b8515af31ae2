/** Test support: which boundaries are taken where all of them would take too long for every run of the tests. */

/**
 * Every `step`-th boundary, beginning at `first`; all of them where HARNESS_EVERY_BOUNDARY is set, as `npm run soak`
 * does. `npm run sim -- --every-boundary` takes all of any seed.
 */
export const spread =
  (step: number, first = 0) =>
  (index: number): boolean =>
    process.env.HARNESS_EVERY_BOUNDARY !== undefined || index % step === first % step
