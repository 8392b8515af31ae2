/**
 * Walks the blocks of a handbook from its beginning to its end, so that what only looks like a prompt or a checkbox,
 * in a fence or a comment, is none.
 */
import type { Token } from 'markdown-it'
import { eachBlock, linesOf } from '../../text/markdown-blocks.ts'
import { isNearlyBox, readBoxLine } from './checkbox-line.ts'
import { HandbookAssembly } from './handbook-assembly.ts'
import {
  closeBegunBy,
  isNearlyClose,
  isNearlyCloseInHtml,
  phaseMeantBy,
  readHeading,
} from './handbook-heading.ts'
import type { HandbookSource } from './handbook-source.ts'
import { promptQuote, scopeCommentsIn } from './prompt-quote.ts'
import type { WrittenHandbook } from './written-handbook.ts'

/** What is wrong with it is noted in the source. */
export function walkHandbook(source: HandbookSource): WrittenHandbook {
  const handbook = new HandbookAssembly(source)
  const { count } = eachBlock(source.text, (tokens, lines) => {
    source.lines = lines
    takeBlock(tokens, source, handbook)
  })
  return handbook.finish(count)
}

function takeBlock(tokens: readonly Token[], source: HandbookSource, handbook: HandbookAssembly): void {
  const [block, inside] = tokens
  switch (block?.type) {
    case 'heading_open':
      takeHeading(block, (inside?.content ?? '').trim(), source, handbook)
      break
    case 'blockquote_open':
      takeQuote(block, source, handbook)
      break
    case 'html_block':
      takeHtml(block, source, handbook)
      break
    case 'bullet_list_open':
    case 'ordered_list_open':
      takeList(tokens, source, handbook)
      break
    case 'fence':
      takeFence(block, source, handbook)
      break
    case 'code_block':
      handbook.close?.takeIndented(block.content, lineOf(block, source))
      break
    case 'paragraph_open':
      takeParagraph(block, inside?.content ?? '', source, handbook)
      break
  }
}

/** In the file, counted from 1. */
const lineOf = (token: Token, { lines }: HandbookSource): number => lines.numberOf(linesOf(token)[0])

function takeParagraph(
  token: Token,
  words: string,
  source: HandbookSource,
  handbook: HandbookAssembly,
): void {
  const [first, behind] = linesOf(token)
  const close = closeBegunBy(words)
  if (close !== null && handbook.isInPhase) {
    handbook.beginClose(close.number, paragraphLevel, first, close.rest === '' ? behind : first)
    if (close.rest === '') return
    const above = words.split('\n').length - close.rest.split('\n').length
    handbook.close?.takeParagraph(close.rest, lineOf(token, source) + above, 0)
    return
  }
  const meant = phaseMeantBy(words)
  if (meant !== null && handbook.isInOtherPhase(meant)) handbook.beginMeantPhase(words, first)
  else if (isNearlyClose(words)) handbook.tellNearlyClose(words, first)
  else handbook.close?.takeParagraph(words, lineOf(token, source), 0)
}

/** A close that starts with bold words ends like one under "### ". */
const paragraphLevel = 3

function takeHeading(token: Token, words: string, source: HandbookSource, handbook: HandbookAssembly): void {
  const [first, behind] = linesOf(token)
  const level = Number(token.tag.slice(1))
  handbook.endAt(level, first)
  const heading = readHeading(level, words)
  switch (heading.type) {
    case 'close':
      handbook.beginClose(heading.number, level, first, behind)
      break
    case 'phase':
      handbook.beginPhase(heading.number, heading.title, first, behind)
      break
    case 'notes':
      handbook.beginNotes(behind)
      break
    case 'inner':
      handbook.close?.name(words, lineOf(token, source))
      handbook.beginSection(words, heading.id, level, first, behind)
      break
    case 'nearly-close':
      handbook.tellNearlyClose(`${'#'.repeat(level)} ${words}`, first)
      break
    case 'nearly-phase':
      handbook.beginNearlyPhase(words, level, first)
      break
    case 'deep-phase':
      if (handbook.isInOtherPhase(heading.number)) handbook.beginMeantPhase(words, first)
      else handbook.beginSection(words, null, level, first, behind)
      break
    case 'other':
      handbook.beginOther(words, first)
      break
  }
}

function takeQuote(token: Token, { text, lines }: HandbookSource, handbook: HandbookAssembly): void {
  if (!handbook.isInPhase) return
  const [first, behind] = linesOf(token)
  const quote = promptQuote(text, lines, first, behind)
  handbook.beginPrompt(first, quote.text, quote.scopes)
}

function takeHtml(token: Token, source: HandbookSource, handbook: HandbookAssembly): void {
  const [first, behind] = linesOf(token)
  const start = source.lines.start(first)
  const text = source.slice(first, behind)
  const last = text.lastIndexOf('<!--')
  if (last !== -1 && !text.includes('-->', last)) {
    const expected = '"-->" at the end of the comment'
    source.note('comment-unclosed', start + last, null, expected, 'the end of the file')
    return
  }
  const scopes = scopeCommentsIn(text, (at) => start + at)
  if (scopes.length > 0) handbook.addScopes(scopes)
  if (isNearlyCloseInHtml(text)) handbook.tellNearlyClose(text, first)
  else if (hasWords(text)) {
    handbook.close?.takeProse()
    handbook.close?.name(text, source.lines.numberOf(first))
  }
}

/** Whether there is anything but comments. */
const hasWords = (html: string): boolean => /\S/.test(html.replace(/<!--[\s\S]*?-->/g, ''))

function takeList(tokens: readonly Token[], source: HandbookSource, handbook: HandbookAssembly): void {
  for (const [at, token] of tokens.entries()) {
    switch (token.type) {
      case 'heading_open':
        takeListedHeading(token, tokens[at + 1]?.content ?? '', handbook)
        break
      case 'paragraph_open':
        if (!takeBox(token, tokens[at - 1], source, handbook))
          takeListedParagraph(token, tokens[at + 1]?.content ?? '', source, handbook)
        break
      case 'fence':
        handbook.close?.takeFence(token.info, token.content, lineOf(token, source), token.level)
        break
      case 'html_block':
        if (hasWords(token.content)) {
          handbook.close?.takeProse()
          handbook.close?.name(token.content, lineOf(token, source))
        }
        break
      case 'code_block':
        handbook.close?.takeIndented(token.content, lineOf(token, source))
        break
    }
  }
}

/** Whether the paragraph is a checkbox: the beginning of an item's first paragraph, not code that is indented in it. */
function takeBox(
  token: Token,
  item: Token | undefined,
  source: HandbookSource,
  handbook: HandbookAssembly,
): boolean {
  const [first] = linesOf(token)
  if (item?.type !== 'list_item_open' || item.level !== 1 || linesOf(item)[0] !== first) return false
  const { lines } = source
  const line = source.slice(first, first + 1)
  const box = readBoxLine(line)
  if (box !== null) {
    const markOffset = lines.start(first) + box.markAt
    handbook.addBox({ state: box.state, mark: box.mark, markOffset, line: lines.numberOf(first) })
  } else if (isNearlyBox(line)) handbook.addNearlyBox(line, first)
  else return false
  return true
}

function takeListedParagraph(
  token: Token,
  words: string,
  source: HandbookSource,
  handbook: HandbookAssembly,
): void {
  if (closeBegunBy(words) !== null || isNearlyClose(words)) handbook.tellNearlyClose(words, linesOf(token)[0])
  else handbook.close?.takeParagraph(words, lineOf(token, source), token.level)
}

/** Indented below a list, a heading is part of its last item. */
function takeListedHeading(token: Token, words: string, handbook: HandbookAssembly): void {
  const heading = readHeading(Number(token.tag.slice(1)), words.trim())
  const isPhase = heading.type === 'phase' || heading.type === 'deep-phase'
  if (isPhase && handbook.isInOtherPhase(heading.number)) handbook.beginMeantPhase(words, linesOf(token)[0])
}

function takeFence(token: Token, source: HandbookSource, handbook: HandbookAssembly): void {
  const [first, behind] = linesOf(token)
  const last = source.slice(behind - 1, behind).trim()
  const isClosed = behind - first > 1 && last.startsWith(token.markup) && !/[^`~]/.test(last)
  if (!isClosed) {
    const expected = `"${token.markup}" at the end of the code`
    source.note('fence-unclosed', source.lines.start(first), null, expected, 'the end of the file')
  }
  handbook.close?.takeFence(token.info, token.content, lineOf(token, source), 0)
}
