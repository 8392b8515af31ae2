/** Owns the outline of a Markdown text by its lines: which lines are at the top level, and which lines are code or comments. */
import type { Token } from 'markdown-it'
import { eachBlock, linesOf } from '../../text/markdown-blocks.ts'

/** Lines count from 0 and leave front matter out. `end` is behind the last line. */
interface Span {
  readonly line: number
  readonly end: number
}

export interface Heading extends Span {
  readonly kind: 'heading'
  readonly level: number
  /** As written, without the marks of a heading. */
  readonly words: string
}

export interface ListItem extends Span {
  /** As written; null in a list without numbers. */
  readonly number: number | null
}

export interface List extends Span {
  readonly kind: 'list'
  readonly items: readonly ListItem[]
}

export type Block =
  | Heading
  | List
  | (Span & { readonly kind: 'paragraph' | 'code' | 'html' | 'rule' | 'other' })

export interface Outline {
  /** Those at the top level, in order. */
  readonly blocks: readonly Block[]
  readonly headings: readonly Heading[]
  readonly count: number
  /** Without its line break. */
  lineAt(line: number): string
  /** Lines [from, to) with one kind of line break. */
  linesIn(from: number, to: number): string
  /** In the whole file, from 1. */
  numberOf(line: number): number
  /** Offsets in the whole text; the end does not count the line break. */
  startOf(line: number): number
  endOf(line: number): number
  /** In a fence, at any depth. */
  isCode(line: number): boolean
  isComment(line: number): boolean
}

export function outlineOf(text: string): Outline {
  const blocks: Block[] = []
  const code = new Set<number>()
  const comments = new Set<number>()
  const lines = eachBlock(text, (tokens, known) => {
    markHidden(tokens, code, comments, (line) => text.slice(known.start(line), known.end(line)))
    for (const block of topBlocks(tokens)) blocks.push(block)
  })
  const lineAt = (line: number): string => text.slice(lines.start(line), lines.end(line))
  return {
    blocks,
    headings: blocks.filter((block) => block.kind === 'heading'),
    count: lines.count,
    lineAt,
    linesIn: (from, to) => {
      const found: string[] = []
      for (let line = from; line < Math.min(to, lines.count); line++) found.push(lineAt(line))
      return found.join('\n')
    },
    numberOf: lines.numberOf,
    startOf: lines.start,
    endOf: lines.end,
    isCode: (line) => code.has(line),
    isComment: (line) => comments.has(line),
  }
}

function markHidden(
  tokens: readonly Token[],
  code: Set<number>,
  comments: Set<number>,
  lineAt: (line: number) => string,
): void {
  for (const token of tokens) {
    const [first, behind] = linesOf(token)
    const isComment = token.type === 'html_block' && lineAt(first).includes('<!--')
    const hidden = token.type === 'fence' || token.type === 'code_block' ? code : isComment ? comments : null
    if (hidden !== null) for (let line = first; line < behind; line++) hidden.add(line)
  }
}

const kinds: Readonly<Record<string, 'paragraph' | 'code' | 'html' | 'rule'>> = {
  paragraph_open: 'paragraph',
  fence: 'code',
  code_block: 'code',
  html_block: 'html',
  hr: 'rule',
}

function topBlocks(tokens: readonly Token[]): readonly Block[] {
  const blocks: Block[] = []
  for (const [index, token] of tokens.entries()) {
    if (token.level !== 0 || token.nesting === -1 || token.map === null) continue
    const [line, end] = linesOf(token)
    if (token.type === 'heading_open' && token.markup === '-') {
      // A rule right below a paragraph is hardly ever meant to make it a heading.
      blocks.push({ kind: 'paragraph', line, end: end - 1 }, { kind: 'rule', line: end - 1, end })
    } else if (token.type === 'heading_open') {
      const words = (tokens[index + 1]?.content ?? '').replace(/\n/g, ' ')
      blocks.push({ kind: 'heading', level: Number(token.tag.slice(1)), words, line, end })
    } else if (token.type === 'bullet_list_open' || token.type === 'ordered_list_open')
      blocks.push({ kind: 'list', items: itemsOf(tokens, index), line, end })
    else if (token.type !== 'inline') blocks.push({ kind: kinds[token.type] ?? 'other', line, end })
  }
  return blocks
}

function itemsOf(tokens: readonly Token[], list: number): readonly ListItem[] {
  const items: ListItem[] = []
  for (let at = list + 1; at < tokens.length; at++) {
    const token = tokens[at]
    if (token === undefined || token.level === 0) break
    if (token.type !== 'list_item_open' || token.level !== 1) continue
    const [line, end] = linesOf(token)
    items.push({ line, end, number: token.info === '' ? null : Number(token.info) })
  }
  return items
}

/** A heading and all below it, up to the next one of its level or above. `to` is behind the last line. */
export interface Section {
  readonly heading: Heading
  readonly from: number
  readonly to: number
}

export function sectionOf(
  outline: Outline,
  heading: Heading,
  staysInside: (next: Heading) => boolean = () => false,
): Section {
  const next = outline.headings.find(
    (one) => one.line > heading.line && one.level <= heading.level && !staysInside(one),
  )
  return { heading, from: heading.end, to: next?.line ?? outline.count }
}

export const blocksIn = (outline: Outline, { from, to }: Pick<Section, 'from' | 'to'>): readonly Block[] =>
  outline.blocks.filter(({ line }) => line >= from && line < to)

/** A heading as it is compared: without numbers before it, marks around it, or case. */
export const headingKey = (words: string): string =>
  words
    .slice(0, 200)
    .replace(/[*_`]/g, '')
    .replace(/^[^\p{L}]+/u, '')
    .replace(/[\s:.]+$/, '')
    .replace(/\s+/g, ' ')
    .toLowerCase()
