/** Owns what a quotation is in what an agent says, and the fact which quotations stand in nothing that the agent saw. */

/** Which quotations of an answer were held against the outputs of the call, and found in none. */
export interface QuotesHeld {
  /** How many outputs of tools the agent saw. */
  readonly outputs: number
  /** Word for word, as the answer has them. */
  readonly missing: readonly string[]
}

/** From mark to mark, so that what stands between two quotations is none; apostrophes are no marks. */
const quotations = /```[^`\n]*\n([^`]*)```|`([^`]*)`|"([^"]*)"|“([^”]*)”|«([^»]*)»|^>(.*)$/gm

/** A status such as `ok` can be all there is to see; a single character shows nothing. */
const shortestQuote = 2

/** What stands between quotation marks or backticks, in a fence, or on quoted lines. */
export const quotationsIn = (text: string): readonly string[] =>
  [...text.matchAll(quotations)]
    .map(([, ...parts]) => parts.join('').trim())
    .filter((quote) => quote.length >= shortestQuote)

/** If something that was seen stands in it. `missing` are quotations that stand in no output: they are no evidence. */
export const isQuoted = (text: string, missing: readonly string[] = []): boolean =>
  quotationsIn(text).some((quote) => !missing.includes(quote))
