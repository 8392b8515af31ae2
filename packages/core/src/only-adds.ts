/** Holds two versions of a test's entry file against each other: it may gain lines and names, and lose nothing. */
import { assertion, withoutComments } from './test-code.ts'

/** The lines that are gone or commented out, without those that only got more names into a list. */
export function linesLost(before: string, after: string): readonly string[] {
  const left = linesOf(after)
  const missing = linesOf(before).filter((line) => !took(left, (other) => other === line))
  return missing.filter((line) => !took(left, (other) => hasGrown(line, other)))
}

/** Indentation counts: a line that moved into a block may no longer run. */
const linesOf = (text: string): string[] =>
  withoutComments(text)
    .split('\n')
    .map((line) => line.trimEnd().replace(/[,;]$/, ''))
    .filter((line) => /\w/.test(line))

function took(lines: string[], isWanted: (line: string) => boolean): boolean {
  const at = lines.findIndex(isWanted)
  if (at !== -1) lines.splice(at, 1)
  return at !== -1
}

/** Lists on one line that may get more names: imports of all kinds, and plain texts in brackets. */
const lists = [
  /^(?<head>[^{}]*\{)(?<items>[^{}]*)(?<tail>\}[^{}]*\b(?:from|require|import)\b[^{}]*)$/,
  /^(?<head>\s*from\s+\S+\s+import\s)(?<items>[^()]*)(?<tail>)$/,
  /^(?<head>[^[\]]*\[)(?<items>(?:\s*(?:'[^',]*'|"[^",]*")\s*,?)*)(?<tail>\][^[\]]*)$/,
]

function hasGrown(line: string, other: string): boolean {
  if (assertion.test(line)) return false
  return lists.some((list) => {
    const was = list.exec(line)?.groups
    const is = list.exec(other)?.groups
    if (was === undefined || is === undefined || was.head !== is.head || was.tail !== is.tail) return false
    const items = itemsOf(is.items)
    return itemsOf(was.items).every((item) => items.includes(item))
  })
}

const itemsOf = (items = ''): readonly string[] =>
  items
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
