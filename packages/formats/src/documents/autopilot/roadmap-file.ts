/**
 * Owns `docs/roadmap.md`: a tolerant reader, and an editor that only moves the status of a spec's features forward. It
 * leaves every other byte as it is.
 */
import type { RoadmapEdit } from '@harness/core/playbooks/autopilot/documents'
import { splitFrontMatter } from '../../text/front-matter.ts'
import { readMoment } from '../../text/moment.ts'
import { type Outline, outlineOf } from './markdown-outline.ts'
import { cleanName } from './phase-name.ts'

export interface RoadmapFeature {
  readonly name: string
  /** Empty if no milestone stands above it. */
  readonly milestone: string
  /** In lower case with dashes; null if the feature has no status. */
  readonly status: string | null
  /** As a path from the top of the checkout; null if the feature names none. */
  readonly spec: string | null
  /** Of its heading, from 1. */
  readonly line: number
}

export interface RoadmapRead {
  readonly features: readonly RoadmapFeature[]
  readonly warnings: readonly string[]
}

export interface SyncedRoadmap {
  readonly text: string
  /** A sentence per feature that changed. */
  readonly changed: readonly string[]
  /** A sentence for each thing that stayed as it was. */
  readonly left: readonly string[]
  /** False if the roadmap has no feature of the spec. */
  readonly isNamed: boolean
}

const statuses = ['backlog', 'planned', 'in-progress', 'done', 'blocked', 'needs-human']
/** How far a feature is. Those that a person holds are left out. */
const ranks: Readonly<Record<string, number>> = { backlog: 0, planned: 0, 'in-progress': 1, done: 2 }

export function readRoadmap(text: string): RoadmapRead {
  const found = featuresIn(text, outlineOf(text))
  const warnings = found.flatMap(({ name, line, status }) => {
    if (status === null) return [`line ${line}: “${name}” has no status`]
    return statuses.includes(status.word)
      ? []
      : [`line ${line}: “${name}” has an unknown status: ${status.word}`]
  })
  return {
    features: found.map(({ name, milestone, status, specs, line }) => ({
      name,
      milestone,
      status: status?.word ?? null,
      spec: specs[0] ?? null,
      line,
    })),
    warnings,
  }
}

export function syncRoadmap(text: string, { spec, status, now }: RoadmapEdit): SyncedRoadmap {
  const wanted = specPath(spec)
  const own = featuresIn(text, outlineOf(text)).filter(({ specs }) => specs.includes(wanted))
  if (own.length === 0)
    return {
      text,
      changed: [],
      left: [`No feature of the roadmap has the spec ${wanted}.`],
      isNamed: false,
    }
  const front = splitFrontMatter(text)
  const fields = front === null ? '' : text.slice(front.start, front.end)
  const edited = sinceSync(fields)
  if (edited !== null) return { text, changed: [], left: [edited], isNamed: true }
  const changed: string[] = []
  const left: string[] = []
  const patches: Patch[] = []
  for (const { name, status: found } of own) {
    const reason = whyLeft(name, found, status)
    if (reason !== null || found === null) {
      left.push(reason ?? '')
      continue
    }
    changed.push(`“${name}”: ${found.word} → ${status}.`)
    patches.push({ start: found.start, end: found.end, text: status })
  }
  const synced = /^(last_synced:[ \t]*)("[^"\r\n]*"|'[^'\r\n]*'|[^\s#]*)/m.exec(fields)
  if (changed.length > 0 && front !== null && synced !== null) {
    const [, before = '', value = ''] = synced
    const quote = /^["']/.exec(value)?.[0] ?? ''
    const start = front.start + synced.index + before.length
    const space = before.endsWith(':') ? ' ' : ''
    patches.unshift({ start, end: start + value.length, text: `${space}${quote}${now}${quote}` })
  }
  return { text: patched(text, patches), changed, left, isNamed: true }
}

interface Patch {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** In the order of their places. */
function patched(text: string, patches: readonly Patch[]): string {
  let at = 0
  const parts = patches.flatMap((patch) => {
    const before = text.slice(at, patch.start)
    at = patch.end
    return [before, patch.text]
  })
  return [...parts, text.slice(at)].join('')
}

/** Null if the status may change. */
function whyLeft(name: string, found: FoundStatus | null, wanted: RoadmapEdit['status']): string | null {
  if (found === null) return `“${name}” has no status, so it was left as it is.`
  const rank = ranks[found.word]
  if (rank === undefined) return `“${name}” is ${found.word}: only a person changes that.`
  return rank >= (ranks[wanted] ?? 0) ? `“${name}” is ${found.word} already.` : null
}

/** A sentence if a person edited the roadmap since the last sync; null if not. */
function sinceSync(fields: string): string | null {
  const fieldOf = (name: string): string | undefined =>
    new RegExp(`^${name}:[ \\t]*["']?([^"'\\r\\n#]*)`, 'm').exec(fields)?.[1]?.trim()
  const edited = fieldOf('last_manual_edit') ?? ''
  const synced = fieldOf('last_synced') ?? ''
  if (edited === '' || /^(?:null|~)$/.test(edited)) return null
  const [editedAt, syncedAt] = [readMoment(edited), readMoment(synced)]
  if (editedAt !== null && syncedAt !== null && editedAt <= syncedAt) return null
  return `A person edited the roadmap since its last sync (${edited}), so it was left as it is.`
}

interface FoundStatus {
  readonly word: string
  /** Offsets of the word as it is written. */
  readonly start: number
  readonly end: number
}

interface FoundFeature extends Pick<RoadmapFeature, 'name' | 'milestone' | 'line'> {
  readonly status: FoundStatus | null
  readonly specs: readonly string[]
}

function featuresIn(text: string, outline: Outline): readonly FoundFeature[] {
  const headings = outline.headings.filter(({ level }) => level <= 3)
  let milestone = ''
  return headings.flatMap(({ level, words, line, end }, at) => {
    if (level === 2) milestone = cleanName(words)
    if (level !== 3) return []
    const fields = fieldsIn(outline, end, headings[at + 1]?.line ?? outline.count)
    const spec = fields.find(({ key }) => key === 'spec')?.value ?? ''
    const status = fields.find(({ key }) => key === 'status')
    return [
      {
        name: cleanName(words),
        milestone,
        line: outline.numberOf(line),
        status: status === undefined ? null : statusAt(text, outline.startOf(status.line) + status.at),
        specs: spec
          .split(/[,;]\s/)
          .map(specPath)
          .filter((path) => path !== ''),
      },
    ]
  })
}

const field = /^[ \t]{0,8}(?:[-*+][ \t]+)?(?:\*\*|__)?(status|spec)(?::(?:\*\*|__)?|(?:\*\*|__):)[ \t]*/i

interface Field {
  readonly key: string
  readonly value: string
  readonly line: number
  /** Where in its line the value starts. */
  readonly at: number
}

function fieldsIn(outline: Outline, from: number, to: number): readonly Field[] {
  const fields: Field[] = []
  for (let line = from; line < to; line++) {
    const text = outline.lineAt(line)
    const found = outline.isCode(line) ? null : field.exec(text)
    if (found === null) continue
    const at = found[0].length
    fields.push({ key: (found[1] ?? '').toLowerCase(), value: text.slice(at).trim(), line, at })
  }
  return fields
}

/** Marks around the word stay as they are. */
function statusAt(text: string, start: number): FoundStatus | null {
  const [all = '', marks = '', word] =
    /^([`*_"']{0,4})([A-Za-z]+(?:[ _-][A-Za-z]+)?)/.exec(text.slice(start, start + 80)) ?? []
  if (word === undefined) return null
  const whole = word.toLowerCase().replace(/[ _]/g, '-')
  if (statuses.includes(whole)) return { word: whole, start: start + marks.length, end: start + all.length }
  const [first = ''] = word.split(/[ _-]/)
  const isKnown = statuses.includes(first.toLowerCase())
  const written = isKnown ? first : word
  const from = start + marks.length
  return { word: written.toLowerCase().replace(/[ _]/g, '-'), start: from, end: from + written.length }
}

/** A path as it is compared: without marks, a link around it, a place in the file, or `./` before it. */
function specPath(written: string): string {
  const linked = /\]\(<?([^()<>\s]{1,500})>?\)/.exec(written)?.[1]
  const path = (linked ?? written)
    .trim()
    .slice(0, 500)
    .replace(/[`*<>"']+$|^[`*<>"']+/g, '')
    .replace(/#.*$/, '')
    .replace(/\\/g, '/')
    .replace(/^(?:\.?\/)+/, '')
  return /^(?:none|n\/a|tbd|[-—–]*)$/i.test(path) ? '' : path
}
