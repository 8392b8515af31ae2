/** Owns how much tests try: a small part in `npm test`, all of it in `npm run soak`. */

export const isSoak = process.env.HARNESS_SOAK !== undefined

/** How many values a property is tried with. */
export const runs = (few: number): number => (isSoak ? few * 20 : few)
