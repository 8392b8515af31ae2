/**
 * The block structure of a Markdown text, by lines of its source: fences, comments, quotes and lists told apart as
 * Markdown does. Emphasis and links are not looked at: nothing here needs them, and they take most of the time.
 */
import MarkdownIt, { type Token } from 'markdown-it'
import { splitFrontMatter } from './front-matter.ts'
import { type SourceLines, sourceLines } from './source-lines.ts'

/** Called with the tokens of each block at the top, in turn; they are gone when it returns. */
export type TakeBlock = (tokens: readonly Token[], lines: SourceLines) => void

const markdown = new MarkdownIt('commonmark')
const handingOver = new MarkdownIt('commonmark')

/** The receiver of blocks, for the rule. */
const taker = Symbol('taker')

// Nothing is gathered for the whole of a large document: that would take as long again to clear away.
handingOver.block.ruler.before('code', 'hand over', (state, _line, _end, silent) => {
  if (!silent && state.level === 0 && state.tokens.length > 0) {
    const take = state.env[taker] as (tokens: readonly Token[]) => void
    take(state.tokens)
    state.tokens.length = 0
  }
  return false
})

/** What the tokens' line numbers count is the text without its front matter. */
export function eachBlock(text: string, take: TakeBlock): SourceLines {
  const { body, lines } = bodyOf(text)
  const tokens: Token[] = []
  const env = { [taker]: (block: readonly Token[]) => take(block, lines) }
  handingOver.block.parse(body, handingOver, env, tokens)
  if (tokens.length > 0) take(tokens, lines)
  return lines
}

/** The tokens of all blocks, as the rules make them. */
export function allBlocks(text: string): readonly Token[] {
  const tokens: Token[] = []
  markdown.block.parse(bodyOf(text).body, markdown, {}, tokens)
  return tokens
}

function bodyOf(text: string): { readonly body: string; readonly lines: SourceLines } {
  const bodyStart = splitFrontMatter(text)?.bodyStart ?? (text.startsWith('\uFEFF') ? 1 : 0)
  const body = bodyStart === 0 ? text : text.slice(bodyStart)
  // The rules know one kind of line break only; how many lines there are stays the same.
  const oneBreak = body.includes('\r') ? body.replace(/\r\n?/g, '\n') : body
  return { body: oneBreak, lines: sourceLines(text, bodyStart) }
}

/** The lines [first, behind the last) that a token stands on. */
export const linesOf = (token: Token): readonly [number, number] => token.map ?? [0, 0]
