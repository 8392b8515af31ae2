/**
 * Owns `changes.md`: what each round changed, and why. The diff says which files changed; the agent says only why. So
 * its text is read for reasons and feedback, and the lists of files are written from the diff.
 */

import type { ChangedFile, ChangedHow } from '@harness/core/effects/measure-change'
import { oneLine } from '@harness/core/kernel/one-line'
import { visible } from '../../text/visible.ts'

export interface RoundOfChanges {
  /** What the agent wrote; null if it wrote nothing. */
  readonly written: string | null
  readonly round: number
  /** The real diff. */
  readonly files: readonly ChangedFile[]
}

const headings: Readonly<Record<ChangedHow, string>> = {
  modified: 'Modified Files',
  created: 'Created Files',
  deleted: 'Deleted Files',
}
const groups: readonly ChangedHow[] = ['modified', 'created', 'deleted']
const noReason = '(no reason given)'
const leftOut = 'Not in the diff, so left out:'

/** The document with this round in it. Earlier rounds stay as they are; this round is written again if it is there. */
export function withChanges(document: string | null, { written, round, files }: RoundOfChanges): string {
  const rounds = splitRounds(document ?? '')
  const said = sectionsOf(written ?? '')
  // A retry names only what it changed itself: the other reasons are those of earlier attempts and rounds.
  const earlier = [...rounds].reverse().map(({ text }) => reasonsIn(sectionsOf(text)))
  const reasons = [reasonsIn(said), ...earlier]
  const before = rounds.filter((one) => one.round < round).map(({ text }) => text.trimEnd())
  return `${[...before, printRound(round, files, said, reasons)].join('\n\n')}\n`
}

interface Section {
  readonly title: string
  readonly lines: readonly string[]
}

type Reasons = ReadonlyMap<string, string>

function printRound(
  round: number,
  files: readonly ChangedFile[],
  said: readonly Section[],
  reasons: readonly Reasons[],
): string {
  const reasonOf = (path: string): string =>
    reasons.flatMap((one) => one.get(path) || []).find((reason) => reason !== noReason) ?? noReason
  const lists = groups.map((how) => {
    const lines = files
      .filter((file) => file.how === how)
      .map(({ path }) => `- ${shownPath(path)} — ${reasonOf(path)}`)
    return `### ${headings[how]}\n\n${lines.length === 0 ? '(none)' : lines.join('\n')}`
  })
  const unknown = [...(reasons[0]?.keys() ?? [])].filter((path) => !files.some((file) => file.path === path))
  const remark = unknown.length === 0 ? [] : [`${leftOut} ${unknown.map(shownPath).join(', ')}`]
  const kept = said
    .filter(isKept)
    .map(({ title, lines }) => `### ${title}\n\n${lines.join('\n').trim() || '(none)'}`)
  return [`## Round ${round} Changes`, ...lists, ...remark, ...kept].join('\n\n')
}

const isList = ({ title }: Section): boolean =>
  /\b(?:modified|created|added|new|deleted|removed)\b.*\bfiles?\b/i.test(title)
/** What the agent did with the advice that it got. */
const isKept = ({ title }: Section): boolean => /\badvisor feedback\b/i.test(title)

const heading = /^ {0,3}#{1,6} +(.*?)[ #]*$/

function sectionsOf(text: string): readonly Section[] {
  const sections: { title: string; lines: string[] }[] = []
  for (const line of text.split(/\r?\n/)) {
    const title = heading.exec(line)?.[1]
    if (title === undefined) sections.at(-1)?.lines.push(line)
    else sections.push({ title, lines: [] })
  }
  return sections
}

/** By path, of every list of files. A reason may go on over lines that are indented. */
function reasonsIn(sections: readonly Section[]): Reasons {
  const reasons = new Map<string, string>()
  for (const { lines } of sections.filter(isList)) {
    let current: string | null = null
    for (const line of lines) {
      const entry = entryIn(line)
      if (entry !== null) {
        current = entry.path
        reasons.set(entry.path, entry.reason)
      } else if (current !== null && /^\s+\S/.test(line)) {
        reasons.set(current, oneLine(`${reasons.get(current)} ${line}`))
      } else current = null
    }
  }
  return reasons
}

/** `- path — reason`; also with backticks or bold around the path, another dash or a colon. */
function entryIn(line: string): { readonly path: string; readonly reason: string } | null {
  const item = /^ {0,3}[-*+] +(.*)$/.exec(line)?.[1]
  if (item === undefined) return null
  const [, marked, plain, reason = ''] =
    /^(?:(?:\*\*)?`([^`]+)`(?:\*\*)?|(?:\*\*)?(.+?)(?:\*\*)?)(?:\s*(?:\s[—–-]\s|:\s)(.*))?$/.exec(
      item.trim(),
    ) ?? []
  const path = (marked ?? plain ?? '').trim().replace(/^\.\//, '')
  return path === '' || path === '(none)' ? null : { path, reason: oneLine(visible(reason)) }
}

const shownPath = (path: string): string => oneLine(visible(path))

interface WrittenRound {
  readonly round: number
  readonly text: string
}

function splitRounds(document: string): readonly WrittenRound[] {
  return document.split(/^(?=## Round \d+ Changes)/m).flatMap((text) => {
    const round = /^## Round (\d+) Changes/.exec(text)?.[1]
    return round === undefined ? [] : [{ round: Number(round), text }]
  })
}
