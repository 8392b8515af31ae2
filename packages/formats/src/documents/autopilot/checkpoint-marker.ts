/** Owns the checkpoint markers of a plan. Only a marker that leads its line counts, and none in code or in a heading. */
import {
  type Checkpoint,
  type CheckpointKind,
  checkpointKinds,
} from '@harness/core/playbooks/autopilot/documents'
import type { Outline } from './markdown-outline.ts'
import { trimmedText } from './quiet-text.ts'

export interface Marker {
  readonly line: number
  /** As written. */
  readonly word: string
  /** Null if there is no such kind. */
  readonly kind: CheckpointKind | null
  /** False if other words stand before it. */
  readonly leads: boolean
  /** How far a list below it is indented at least. */
  readonly leastIndent: number
  /** The rest of its line. */
  readonly beside: string
}

const marker = /\[checkpoint:[ \t]{0,4}([\w -]{1,40})\]/i
/** A quote, a list item, a box and marks of emphasis may stand before a marker. */
const before =
  /^[ \t]*(?:>[ \t]?){0,4}[ \t]{0,16}(?:(?:[-*+]|\d{1,4}[.)])[ \t]+)?(?:\[[ xX]\][ \t]+)?[`*_]{0,6}$/

/** All markers outside of code and comments, at most one a line. */
export function markersIn(outline: Outline): readonly Marker[] {
  const found: Marker[] = []
  for (let line = 0; line < outline.count; line++) {
    const text = outline.lineAt(line)
    const match = text.includes('[') ? marker.exec(text) : null
    if (match === null || outline.isCode(line) || outline.isComment(line)) continue
    const word = (match[1] ?? '').trim()
    found.push({
      line,
      word,
      kind: checkpointKinds.find((kind) => kind === word.toLowerCase().replace(/[\s_]+/g, '-')) ?? null,
      leads: before.test(text.slice(0, Math.min(match.index, 200))),
      leastIndent: item.test(text) ? indentOf(text) + 1 : 0,
      beside: text
        .slice(match.index + match[0].length)
        .replace(/^[`*_]{0,6}[ \t]{0,16}(?:[—–:]|-{1,3}(?=\s))?[ \t]*/, '')
        .trim(),
    })
  }
  return found
}

const longest = 8000

/** What a marker asks of a person. `end` is the line behind its part of the plan. */
export function checkpointAt(outline: Outline, marker: Marker, end: number): Checkpoint {
  const kind = marker.kind ?? 'human-verify'
  const below = outline.linesIn(marker.line + 1, end)
  const text = [marker.beside, trimmedText(below)].filter((part) => part.trim() !== '').join('\n')
  const options = kind === 'decision' ? optionsIn(below.split('\n'), marker.leastIndent) : []
  return { kind, text: text.slice(0, longest).trim(), options }
}

const item = /^([ \t]{0,32})(?:[-*+]|\d{1,3}[.)]|[A-Za-z]\))[ \t]+(\S.*)$/
const mostOptions = 20

/** The items of the list below a marker. `least` is how far they are indented at least. */
function optionsIn(lines: readonly string[], least: number): readonly string[] {
  const first = firstItem(lines, least)
  const depth = indentOf(lines[first] ?? '')
  const options: string[] = []
  let isApart = false
  for (const line of lines.slice(first)) {
    const indent = indentOf(line)
    const [, , words] = item.exec(line) ?? []
    if (line.trim() === '') isApart = true
    else if (indent < depth || (words === undefined && isApart && indent === depth)) break
    else if (words !== undefined && indent === depth) options.push(words.trim())
    else options.push(`${options.pop() ?? ''} ${line.trim()}`)
    if (line.trim() !== '') isApart = false
  }
  return options.slice(0, mostOptions).map((option) => option.replace(/\*\*/g, ''))
}

/** The marker's own paragraph may stand before the list, and others that announce it; past the end if there is none. */
function firstItem(lines: readonly string[], least: number): number {
  let isApart = false
  let isAnnounced = true
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') isApart = true
    else if (item.test(line)) return isAnnounced && indentOf(line) >= least ? at : lines.length
    else if (/^#{1,6}\s/.test(line)) break
    else {
      if (isApart && !isAnnounced) break
      isAnnounced = !isApart || /[:?][*_`]{0,3}$/.test(line.trim())
      if (!isApart) continue
      isApart = false
    }
  }
  return lines.length
}

const indentOf = (line: string): number => Math.max(0, line.search(/\S/))
