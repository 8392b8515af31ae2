/**
 * Owns a text that can stand below a phase of a strict spec: no heading in it ends the phase, no fence or tag stays
 * open, and no rule stands at its end.
 */
import { outlineOf } from './markdown-outline.ts'

/** Headings get at least this level. */
const shallowest = 4

export function quietText(text: string, level: number = shallowest): string {
  const trimmed = trimmedText(text.replace(/\r\n?/g, '\n'))
  if (!/[#=<`~]|--/.test(trimmed)) return trimmed
  const lines = trimmed.split('\n')
  // A line break stands before the text, so that nothing in it is front matter.
  const outline = outlineOf(`\n${trimmed}`)
  const drop = new Set<number>()
  for (const { line, end, level: found, words } of outline.headings) {
    if (found >= level) continue
    lines[line - 1] = `${'#'.repeat(level)} ${words}`.trimEnd()
    for (let other = line; other < end - 1; other++) drop.add(other)
  }
  const kept = (): string => lines.filter((_, at) => !drop.has(at)).join('\n')
  const last = outline.blocks.at(-1)
  if (last === undefined || last.end <= lines.length) return trimmedText(kept())
  const first = lines[last.line - 1] ?? ''
  if (last.kind === 'code') return kept() + missingFence(first, lines.slice(last.line))
  if (last.kind !== 'html' || !isOpen(first, lines.slice(last.line - 1).join('\n')))
    return trimmedText(kept())
  for (let at = last.line - 1; at < lines.length; at++)
    if (isTag(lines[at] ?? '')) lines[at] = (lines[at] ?? '').replace('<', '&lt;')
  return quietText(kept(), level)
}

const rule = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/

/** Without blank lines and rules at its start and end. */
export function trimmedText(text: string): string {
  const lines = text.trimEnd().split('\n')
  const isEdge = (line: string | undefined): boolean =>
    line === undefined || /^\s*$/.test(line) || rule.test(line)
  let from = 0
  while (from < lines.length && isEdge(lines[from])) from++
  let to = lines.length
  while (to > from && isEdge(lines[to - 1])) to--
  return lines.slice(from, to).join('\n').trimEnd()
}

/** What closes a fence that starts with this line; empty if one of the others does. */
function missingFence(first: string, others: readonly string[]): string {
  const [, indent = '', fence] = /^( {0,3})(`{3,}|~{3,})/.exec(first) ?? []
  if (fence === undefined) return ''
  const close = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(others.at(-1) ?? '')?.[1]
  const isClosed = close !== undefined && close[0] === fence[0] && close.length >= fence.length
  return isClosed ? '' : `\n${indent}${fence}`
}

/** These tags go on over blank lines until they are closed. */
const endings: readonly (readonly [RegExp, RegExp])[] = [
  [/^ {0,3}<!--/, /-->/],
  [/^ {0,3}<(?:script|pre|style|textarea)(?:\s|>|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^ {0,3}<\?/, /\?>/],
  [/^ {0,3}<!\[CDATA\[/, /\]\]>/],
  [/^ {0,3}<![A-Za-z]/, />/],
]

const isOpen = (first: string, whole: string): boolean =>
  endings.some(([opens, closes]) => opens.test(first) && !closes.test(whole))

const isTag = (line: string): boolean => endings.some(([opens]) => opens.test(line))
