/** Owns how much tests try: a small part in `npm test`, all of it in `npm run soak`. */

export const isSoak = process.env.HARNESS_SOAK !== undefined

/** The rows of a matrix: each kind in every run, the variations of a kind in `npm run soak` alone. */
export const tried = <Row>(kinds: readonly Row[], variations: readonly Row[]): readonly Row[] =>
  isSoak ? [...kinds, ...variations] : kinds

/** How many values a property is tried with. */
export const runs = (few: number): number => (isSoak ? few * 20 : few)
