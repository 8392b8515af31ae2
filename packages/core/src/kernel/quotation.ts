/** Owns what a quotation is in what an agent says, and the fact which quotations stand in nothing that the agent saw. */

/** What came of the quotations of an answer when they were held against what its agent saw. */
export interface QuotesHeld {
  /** How many different ones the answer has. */
  readonly quoted: number
  /** How many outputs of tools the agent saw. */
  readonly outputs: number
  /** Those that stand in nothing it saw, word for word as the answer has them. */
  readonly missing: readonly string[]
}

/** From mark to mark, so that the text between two quotations is none; apostrophes are no marks. */
const quotations = /```[^`\n]*\n([^`]*)```|`([^`]*)`|"([^"]*)"|“([^”]*)”|«([^»]*)»|^>(.*)$/gm

/** A status such as `ok` can be all there is to see; a single character shows nothing. */
const shortestQuote = 2

/** The text between quotation marks or backticks, in a fence, or on quoted lines. */
export const quotationsIn = (text: string): readonly string[] =>
  [...text.matchAll(quotations)]
    .map(([, ...parts]) => parts.join('').trim())
    .filter((quote) => quote.length >= shortestQuote)

/** If something that was seen stands in it. `missing` are quotations that stand in no output: they are no evidence. */
export const isQuoted = (text: string, missing: readonly string[] = []): boolean =>
  quotationsIn(text).some((quote) => !missing.includes(quote))

/** Blocks of lines that begin with `>`, each as one quotation. */
export const quotedLines = (text: string): readonly string[] =>
  [...text.matchAll(/^[ \t]*>.*(?:\n[ \t]*>.*)*/gm)]
    .map(([block]) => block.replace(/^[ \t]*>[ \t]?/gm, '').trim())
    .filter((quote) => quote.length >= shortestQuote)
