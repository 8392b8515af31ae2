/** Owns the files that a task of a plan names: `**Files:** `a`, `b``, on one line with other fields or in a list. */
import { barred } from './table-rows.ts'

const field = /^(?:[-*+][ \t]+)?(?:\*\*|__)?files?\b[^:*_]{0,80}(?::(?:\*\*|__)?|(?:\*\*|__)[ \t]?:)[ \t]*/i
const listed = /^[ \t]{0,8}(?:[-*+]|\d{1,3}[.)])[ \t]+(\S.*)$/
const none =
  /^(?:none|no(?:ne)? files?|nothing|n\/?a|-+|—|–|no(?: code| source)? changes?|verification only|review[ -]only|read[ -]?only)\b|^[-—–]+$/i

const most = 500

/** Null if the lines do not say; empty if they say that no file changes. */
export function filesIn(lines: readonly string[]): readonly string[] | null {
  for (const [at, line] of lines.entries()) {
    if (!/files?/i.test(line)) continue
    const value = barred(line.trim()).flatMap((part) =>
      field.test(part) ? [part.replace(field, '')] : [],
    )[0]
    if (value === undefined) continue
    return value === '' ? filesListed(lines.slice(at + 1)) : filesNamed(value)
  }
  return null
}

/** The list right below the field. */
function filesListed(lines: readonly string[]): readonly string[] | null {
  const items: string[] = []
  for (const line of lines) {
    if (line.trim() === '') continue
    const words = listed.exec(line)?.[1]
    if (words === undefined || items.length === most) break
    items.push(words)
  }
  if (items.length === 0) return null
  const found = items.map((words) => filesNamed(words)?.slice(0, 1) ?? null)
  return found.every((one) => one === null) ? null : [...new Set(found.flatMap((one) => one ?? []))]
}

/** Null if the words name no file and do not say that there is none. */
function filesNamed(value: string): readonly string[] | null {
  const [own = ''] = value.split(/\*\*[A-Za-z][^*]{0,40}:\*\*/)
  const words = withoutBrackets(own)
  const quoted = [...words.matchAll(/(matching\s{0,4})?`([^`]{1,500})`/gi)].flatMap(
    ([, matching, name = '']) => (matching === undefined ? [name] : []),
  )
  const isNone = none.test(words.replace(/[*_`]/g, '').trim())
  const unquoted = isNone ? [] : words.split(/[,;]|\s(?:and|\+|&)\s/).filter(isPath)
  const files = (quoted.length > 0 ? quoted : unquoted)
    .map(pathOf)
    .filter((name) => name !== '' && !/\s/.test(name))
  if (files.length > 0) return [...new Set(files)].slice(0, most)
  return isNone || /\bread[ -]?only\b/i.test(own) ? [] : null
}

const isPath = (word: string): boolean => /^\s*[\w@.{}*[\]<>-]*(?:\/|\.\w)[^\s]*\s*$/.test(word)

/** Without a line number, a dot and a slash before it, or a full stop behind it. */
const pathOf = (name: string): string =>
  name
    .trim()
    .replace(/:\d+(?:-\d+)?$/, '')
    .replace(/^\.\//, '')
    .replace(/[.,]$/, '')

/** Words in brackets are remarks, unless they are code. */
function withoutBrackets(value: string): string {
  let kept = ''
  let depth = 0
  let isInCode = false
  for (const character of value) {
    if (character === '`') isInCode = !isInCode
    if (!isInCode && character === '(') depth++
    else if (!isInCode && character === ')' && depth > 0) depth--
    else if (depth === 0) kept += character
  }
  return kept
}
