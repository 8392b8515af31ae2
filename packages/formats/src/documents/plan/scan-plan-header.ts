/**
 * Reads the front matter of an ordinary plan line by line, some hundred times faster than a YAML parser and without
 * loading one. Gives up, with null, on anything it is not sure of; if it answers, the parser would answer the same.
 */
import { splitFrontMatter } from '../../text/front-matter.ts'
import { headerFrom } from './header-fields.ts'
import type { PlanHeader } from './plan.ts'

export function scanPlanHeader(text: string): PlanHeader | null {
  const front = splitFrontMatter(text)
  const fields = front === null ? null : scanFields(text.slice(front.start, front.end))
  if (fields === null) return null
  let isRight = true
  const header = headerFrom(fields, () => {
    isRight = false
  })
  return isRight ? header : null
}

type Words = string | string[] | Record<string, string>

/** One `name: value` a line; a name without a value may be followed by an indented list or map. */
function scanFields(source: string): Record<string, Words> | null {
  const fields: Record<string, Words> = {}
  const lines = source.split('\n')
  for (let at = 0; at < lines.length; ) {
    const line = lineAt(lines, at++)
    if (isIdle(line)) continue
    const [, name, rest = ''] = fieldLine.exec(line) ?? []
    if (name === undefined || Object.hasOwn(fields, name)) return null
    let value: Words | null
    if (rest === '') {
      const block: string[] = []
      while (at < lines.length && /^ |^- /.test(lineAt(lines, at))) block.push(lineAt(lines, at++))
      value = blockWords(block)
    } else value = inlineWords(rest)
    if (value === null) return null
    fields[name] = value
  }
  return fields
}

const fieldLine = /^([a-z_]+):(?: +(\S.*?)| *) *$/

/** Without the `\r` of files written on Windows. */
function lineAt(lines: readonly string[], at: number): string {
  const line = lines[at] ?? ''
  return line.endsWith('\r') ? line.slice(0, -1) : line
}

const isIdle = (line: string): boolean => line === '' || line.startsWith('#')

function inlineWords(text: string): Words | null {
  if (text.startsWith('[')) return text.endsWith(']') ? inlineList(text.slice(1, -1)) : null
  if (text.startsWith('{')) return text.endsWith('}') ? inlineMap(text.slice(1, -1)) : null
  return scalar(text)
}

function inlineList(text: string): string[] | null {
  const items: string[] = []
  if (isBlank(text)) return items
  for (const part of text.split(',')) {
    const item = inlineScalar(part)
    if (item === null) return null
    items.push(item)
  }
  return items
}

function inlineMap(text: string): Record<string, string> | null {
  const pairs = isBlank(text) ? [] : text.split(',')
  return mapFrom(
    pairs.map((pair) => /^ *([a-z_]+): +(\S.*)$/.exec(pair)),
    inlineScalar,
  )
}

/** The lines below a name: `- item` or `name: value`, all as deep as the first. */
function blockWords(lines: readonly string[]): Words | null {
  const first = lines[0]
  if (first === undefined) return ''
  const indent = /^ */.exec(first)?.[0] ?? ''
  if (!lines.every((line) => line.startsWith(indent) && line[indent.length] !== ' ')) return null
  const contents = lines.map((line) => line.slice(indent.length))
  if (!first.startsWith('- ', indent.length)) {
    return mapFrom(
      contents.map((line) => /^([a-z_]+): +(\S.*)$/.exec(line)),
      scalar,
    )
  }
  const items: string[] = []
  for (const line of contents) {
    const item = line.startsWith('- ') ? scalar(line.slice(2)) : null
    if (item === null) return null
    items.push(item)
  }
  return items
}

function mapFrom(
  pairs: readonly (RegExpExecArray | null)[],
  read: (text: string) => string | null,
): Record<string, string> | null {
  const map: Record<string, string> = {}
  for (const pair of pairs) {
    const [, name, text] = pair ?? []
    const value = text === undefined ? null : read(text)
    if (name === undefined || value === null || Object.hasOwn(map, name)) return null
    map[name] = value
  }
  return map
}

const isBlank = (text: string): boolean => /^ *$/.test(text)
const inlineScalar = (text: string): string | null => (/[[\]{}]/.test(text) ? null : scalar(text))

// Printable, on one line, and no blank but the space: what no parser can take for anything else.
const plain = /^[A-Za-z0-9_./(\u00c0-\u167f][ -~\u00a1-\u00ac\u00ae-\u167f\u3001-\ud7ff]*$/
const doubleQuoted = /^"([ !#-[\]-~\u00a1-\u00ac\u00ae-\u167f\u3001-\ud7ff]*)"$/
const singleQuoted = /^'([ -&(-~\u00a1-\u00ac\u00ae-\u167f\u3001-\ud7ff]*)'$/

function scalar(padded: string): string | null {
  const text = padded.replace(/^ +| +$/g, '')
  if (plain.test(text)) {
    const isMore =
      text.includes(': ') || text.endsWith(':') || text.includes(' #') || /^\.\.\.( |$)/.test(text)
    return isMore ? null : text
  }
  return doubleQuoted.exec(text)?.[1] ?? singleQuoted.exec(text)?.[1] ?? null
}
