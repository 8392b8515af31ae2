/**
 * Owns what a proposed fix says: a document with a confidence and unified diffs. A diff is read and
 * written again in one plain form, so that what is judged here is what is applied: names of files, hunks and nothing else.
 */

import type { ChangedHow } from '../effects/measure-change.ts'
import { type Confidence, confidences } from './first-line.ts'
import { type PathProblem, validatePath } from './path-validator.ts'

export interface Patch {
  readonly confidence: Confidence
  /** The first line of its rationale; empty if it has none. */
  readonly summary: string
  /** In the order of the diff, as they are spelled in it. */
  readonly targets: readonly PatchTarget[]
  /** Empty if there is a problem. */
  readonly diff: string
  /** Why the diff cannot be applied; null if nothing is wrong with its form. */
  readonly problem: string | null
}

export interface PatchTarget {
  readonly path: string
  readonly how: ChangedHow
}

interface FileDiff {
  readonly target: PatchTarget
  readonly text: string
}

class Unreadable extends Error {}

/** Null if it has no diff block, or no hunk in one. */
export function readPatch(text: string): Patch | null {
  const blocks = diffBlocks(text)
  if (!blocks.some((block) => block.some((line) => line.startsWith('@@')))) return null
  const files: FileDiff[] = []
  const confidence = confidenceIn(text)
  const summary = rationaleIn(text)
  const targets = () => files.map(({ target }) => target)
  try {
    for (const block of blocks) readBlock(block, files)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { confidence, summary, targets: targets(), diff: '', problem: error.message }
  }
  return {
    confidence,
    summary,
    targets: targets(),
    diff: files.map((file) => file.text).join(''),
    problem: null,
  }
}

/** The first file that the path validator refuses to change, and why; null if there is none. */
export function refusedTarget(
  patch: Patch | null,
  scope: (path: string) => boolean,
): { readonly path: string; readonly code: PathProblem } | null {
  for (const { path } of patch?.targets ?? []) {
    const checked = validatePath(path, 'diff_target', { scope })
    if (!checked.ok) return { path, code: checked.code }
  }
  return null
}

function diffBlocks(text: string): readonly (readonly string[])[] {
  const blocks: string[][] = []
  let fence: string | null = null
  for (const line of text.split('\n')) {
    if (fence === null) {
      const opening = /^(`{3,}|~{3,})\s*diff\s*$/.exec(line)?.[1]
      if (opening !== undefined) {
        fence = opening
        blocks.push([])
      }
    } else if (line.trimEnd() === fence) fence = null
    else blocks.at(-1)?.push(line)
  }
  return blocks
}

function readBlock(lines: readonly string[], files: FileDiff[]): void {
  let at = 0
  while (at < lines.length) {
    if (isHeader(lines, at)) {
      const target = targetOf(lines[at] ?? '', lines[at + 1] ?? '')
      const hunks = readHunks(lines, at + 2, target.how)
      files.push({ target, text: `${printHeader(target)}${hunks.text}` })
      at = hunks.end
    } else if (isIgnored(lines[at] ?? '')) at++
    else throw new Unreadable(`unexpected line ${JSON.stringify((lines[at] ?? '').slice(0, 100))}`)
  }
}

/** A removed and an added line may look like names; a hunk does not follow them at once. */
const isHeader = (lines: readonly string[], at: number): boolean =>
  /^--- \S/.test(lines[at] ?? '') &&
  /^\+\+\+ \S/.test(lines[at + 1] ?? '') &&
  (lines[at + 2] ?? '').startsWith('@@')

/** What git writes above the names. A changed mode, a link or another name is not among it. */
const isIgnored = (line: string): boolean =>
  line.trim() === '' ||
  /^(?:diff --git |index [0-9a-f]+\.\.[0-9a-f]+|new file mode 100(?:644|755)|deleted file mode 100(?:644|755))/.test(
    line,
  )

const nothing = '/dev/null'

function targetOf(minus: string, plus: string): PatchTarget {
  const [from, to] = [nameIn(minus, 'a/'), nameIn(plus, 'b/')]
  if (from === nothing) return { path: to, how: to === nothing ? 'modified' : 'created' }
  if (to === nothing) return { path: from, how: 'deleted' }
  if (from !== to) throw new Unreadable(`a file gets another name: ${from} becomes ${to}`)
  return { path: from, how: 'modified' }
}

/** Without the prefix, the time behind a tab, and the quotes and escapes of git. */
function nameIn(header: string, prefix: string): string {
  const written = header.slice(4).split('\t')[0]?.trimEnd() ?? ''
  const name = /^".*"$/.test(written) ? unquoted(written.slice(1, -1)) : written
  return name.startsWith(prefix) ? name.slice(prefix.length) : name
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '"': '"', '\\': '\\' }

function unquoted(text: string): string {
  const bytes = text
    .replace(/%/g, '%25')
    .replace(/\\(?:([0-7]{3})|(.))/g, (_, octal: string | undefined, one: string) =>
      octal === undefined
        ? encodeURIComponent(escapes[one] ?? one)
        : `%${Number.parseInt(octal, 8).toString(16).padStart(2, '0').slice(-2)}`,
    )
  try {
    return decodeURIComponent(bytes)
  } catch {
    throw new Unreadable(`a name that is no text: "${text}"`)
  }
}

const printHeader = ({ path, how }: PatchTarget): string =>
  `--- ${how === 'created' ? nothing : `a/${path}`}\n+++ ${how === 'deleted' ? nothing : `b/${path}`}\n`

function readHunks(lines: readonly string[], from: number, how: ChangedHow): { text: string; end: number } {
  let text = ''
  let at = from
  while (at < lines.length && !isHeader(lines, at) && !isIgnored(lines[at] ?? '')) {
    const header = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,\d{1,9})? @@/.exec(lines[at] ?? '')
    if (header === null) throw new Unreadable(`no hunk: ${JSON.stringify((lines[at] ?? '').slice(0, 100))}`)
    const [, oldStart = '', oldCount = '1', newStart = ''] = header
    const body = bodyAt(lines, at + 1, Number(oldCount))
    text += printHunk(Number(oldStart), Number(newStart), body, how)
    at += 1 + body.length
    while (lines[at]?.trim() === '') at++
  }
  return { text, end: at }
}

/**
 * The lines of a hunk. Its counts are often wrong in diffs that models write, so the lines decide. An empty line is one
 * of the file, but at the end only as long as the count asks for it.
 */
function bodyAt(lines: readonly string[], from: number, oldCount: number): readonly string[] {
  const body: string[] = []
  for (let at = from; at < lines.length && !isHeader(lines, at); at++) {
    const line = lines[at] ?? ''
    if (line !== '' && !/^[ +\-\\\r]/.test(line)) break
    body.push(line)
  }
  while (body.at(-1)?.trim() === '' && !body.at(-1)?.startsWith(' ') && oldLines(body) > oldCount) body.pop()
  return body
}

const oldLines = (body: readonly string[]): number => body.filter((line) => !/^[+\\]/.test(line)).length
const newLines = (body: readonly string[]): number => body.filter((line) => !/^[-\\]/.test(line)).length

function printHunk(oldStart: number, newStart: number, body: readonly string[], how: ChangedHow): string {
  const [oldCount, newCount] = [oldLines(body), newLines(body)]
  if (how === 'created' && oldCount > 0) throw new Unreadable('a new file has lines of an old one')
  if (how === 'deleted' && newCount > 0) throw new Unreadable('a deleted file keeps lines')
  const old = how === 'created' ? '-0,0' : `-${oldStart},${oldCount}`
  const now = how === 'deleted' ? '+0,0' : `+${newStart},${newCount}`
  const lines = body.map((line) => (line === '' || line === '\r' ? ` ${line}` : line))
  return [`@@ ${old} ${now} @@`, ...lines, ''].join('\n')
}

function confidenceIn(text: string): Confidence {
  const word = /^[\s>*_#-]*Confidence[\s*_`]*:[\s*_`]*(\w+)/im.exec(text)?.[1]?.toLowerCase()
  return confidences.find((one) => one.toLowerCase() === word) ?? 'Unknown'
}

const rationaleIn = (text: string): string =>
  /^(?:#{1,6}\s*|\*\*)Rationale\b[^\n]*\n+([^\n#`]+)/im.exec(text)?.[1]?.trim() ?? ''
