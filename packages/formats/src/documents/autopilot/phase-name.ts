/** Owns the name of a phase: one line that reads the same again under the strict heading. */
import { readHeadComplexity } from './complexity-mark.ts'

const longest = 300

/** Without marks of emphasis, links and comments. */
export function cleanName(words: string): string {
  let name = words
  for (let round = 0; round < 4; round++) {
    const next = cleanedOnce(name)
    if (next === name) break
    name = next
  }
  return name
}

const cleanedOnce = (words: string): string =>
  readHeadComplexity(withoutComments(words.slice(0, longest * 2)))
    .words.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\[([^\][]*)\]\([^()\s]*\)/g, '$1')
    .replace(/\*\*/g, '')
    .replace(/^__([^_]*)__$/, '$1')
    .replace(/\s{1,400}/g, ' ')
    .slice(0, longest)
    .trim()
    .replace(/(?: #{1,200}|[\s:.—–]){1,400}$/, '')
    .trim()

function withoutComments(words: string): string {
  let left = words
  for (let from = left.indexOf('<!--'); from !== -1; from = left.indexOf('<!--')) {
    const end = left.indexOf('-->', from)
    left = left.slice(0, from) + (end === -1 ? '' : left.slice(end + 3))
  }
  return left
}

export interface NameAndRest {
  readonly name: string
  readonly rest: string
}

const bold = /^(\*\*|__)([\s\S]{1,400}?)\1/
const leadingMark = /^\s*(?:[:—–]|-{1,3}(?=\s)|\.(?=\s|$))?\s*/

/** The bold words at the start; null if none stand there. */
export function boldLead(line: string): NameAndRest | null {
  const found = bold.exec(line)
  return found === null
    ? null
    : { name: found[2] ?? '', rest: line.slice(found[0].length).replace(leadingMark, '') }
}

const longestClause = 110

/** The first clause of a line. A clause that is too long is shortened, and the whole line stays as the rest. */
export function firstClause(line: string, endsAtColon: boolean): NameAndRest {
  const end = clauseEnd(line, endsAtColon)
  const clause = line.slice(0, end)
  if (clause.length <= longestClause) return { name: clause, rest: line.slice(end).replace(leadingMark, '') }
  const cut = clause.slice(0, longestClause)
  const lastSpace = cut.lastIndexOf(' ')
  return { name: `${lastSpace > 40 ? cut.slice(0, lastSpace) : cut}…`, rest: line }
}

function clauseEnd(line: string, endsAtColon: boolean): number {
  let isInCode = false
  let depth = 0
  for (let at = 0; at < line.length; at++) {
    const character = line[at]
    if (character === '`') isInCode = !isInCode
    else if (isInCode) continue
    else if (character === '(' || character === '[') depth++
    else if (character === ')' || character === ']') depth = Math.max(0, depth - 1)
    else if (depth === 0 && at > 0 && endsClause(line, at, endsAtColon)) return at
  }
  return line.length
}

function endsClause(line: string, at: number, endsAtColon: boolean): boolean {
  const near = line.slice(at, at + 5)
  if (/^ (?:[—–]|-{1,3}) /.test(near)) return true
  if (endsAtColon && /^:\s/.test(near)) return true
  return (
    /^\.\s+[\p{Lu}`*(]/u.test(near) &&
    !/(?:e\.g|i\.e|vs|etc|approx|no)$/i.test(line.slice(Math.max(0, at - 6), at))
  )
}
