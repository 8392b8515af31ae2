/**
 * Owns whether a replayed run is the recorded one. Commit hashes depend on when a commit was made, so they need not be
 * equal, but each recorded hash must stand for the same replayed one everywhere. Trees, decisions, findings, evidence
 * and spending must be equal. Where a run was interrupted and taken up again is no difference.
 */
import type { Event } from '@harness/core/event'

export interface Difference {
  /** Which event, counted from 1 among those compared. */
  readonly event: number
  readonly type: string
  /** Where in the event. */
  readonly field: string
  readonly recorded: unknown
  readonly replayed: unknown
}

/** Of the place and the moment, not of the run. */
const incidental: ReadonlySet<string> = new Set(['path', 'patch', 'kept', 'notes'])

/** Of an event: when it was, and what people had left for agents by then. */
const ofTheMoment: ReadonlySet<string> = new Set(['at', 'context'])

export const comparable = (events: readonly Event[]): readonly Event[] =>
  events.filter((event) => event.type !== 'RunInterrupted' && event.type !== 'RunResumed')

/** Null where they agree; otherwise the first difference. */
export function firstDifference(recorded: readonly Event[], replayed: readonly Event[]): Difference | null {
  const twins = new Map<string, string>()
  const [before, after] = [comparable(recorded), comparable(replayed)]
  for (let at = 0; at < Math.max(before.length, after.length); at++) {
    const [one, other] = [before[at], after[at]]
    const found =
      one === undefined || other === undefined ? missing(one, other) : differing(one, other, '', twins)
    if (found !== null) return { event: at + 1, type: one?.type ?? other?.type ?? '', ...found }
  }
  return null
}

type Found = Pick<Difference, 'field' | 'recorded' | 'replayed'>

const missing = (recorded: Event | undefined, replayed: Event | undefined): Found => ({
  field: '',
  recorded: recorded?.type ?? 'nothing more',
  replayed: replayed?.type ?? 'nothing more',
})

/** What a tree holds is what its hash says: it has no twin. */
const isExact = (field: string): boolean => field === 'tree' || field.endsWith('.tree')

function differing(
  recorded: unknown,
  replayed: unknown,
  field: string,
  twins: Map<string, string>,
): Found | null {
  if (typeof recorded === 'string' && typeof replayed === 'string')
    return recorded === replayed || (!isExact(field) && sameText(recorded, replayed, twins))
      ? null
      : { field, recorded, replayed }
  if (!isObject(recorded) || !isObject(replayed))
    return Object.is(recorded, replayed) ? null : { field, recorded, replayed }
  for (const key of new Set([...Object.keys(recorded), ...Object.keys(replayed)])) {
    if (incidental.has(key) || (field === '' && ofTheMoment.has(key))) continue
    const found = differing(recorded[key], replayed[key], field === '' ? key : `${field}.${key}`, twins)
    if (found !== null) return found
  }
  return null
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const hash = /\b[0-9a-f]{12,64}\b/g

/** Equal but for hashes, whole or shortened, each of which always has the same twin. */
function sameText(recorded: string, replayed: string, twins: Map<string, string>): boolean {
  const [before, after] = [recorded.match(hash) ?? [], replayed.match(hash) ?? []]
  if (before.length !== after.length || recorded.replace(hash, '#') !== replayed.replace(hash, '#'))
    return false
  return before.every((one, index) => {
    const other = after[index] ?? ''
    if (one.length !== other.length) return false
    const known = twinOf(one, twins)
    if (known !== null) return known.startsWith(other)
    twins.set(one, other)
    return true
  })
}

function twinOf(one: string, twins: ReadonlyMap<string, string>): string | null {
  const exact = twins.get(one)
  if (exact !== undefined) return exact
  for (const [recorded, replayed] of twins) if (recorded.startsWith(one)) return replayed
  return null
}
