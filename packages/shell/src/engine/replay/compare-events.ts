/**
 * Owns whether a replayed event is the recorded one. Commit hashes depend on when and by whom a commit was made, so they
 * need not be equal, but each recorded hash must stand for the same replayed one everywhere. Trees, decisions, findings,
 * evidence and spending must be equal.
 */
import type { AnyEvent } from '@harness/core/kernel/effect'

export interface Difference {
  /** Which event, counted from 1 among those compared. */
  readonly event: number
  readonly type: string
  /** Where in the event. */
  readonly field: string
  readonly recorded: unknown
  readonly replayed: unknown
}

export interface EventComparison {
  /** How many events were compared so far. */
  readonly compared: number
  /** Null if they agree. */
  compare(recorded: AnyEvent, replayed: AnyEvent): Difference | null
}

/** To be asked for the events of a run in their order: it remembers which hash stands for which. */
export function eventComparison(): EventComparison {
  const twins = new Map<string, string>()
  let compared = 0
  return {
    get compared() {
      return compared
    },
    compare(recorded, replayed) {
      compared++
      const found = differing(recorded, replayed, '', twins)
      return found === null ? null : { event: compared, type: recorded.type, ...found }
    },
  }
}

type Found = Pick<Difference, 'field' | 'recorded' | 'replayed'>

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
  if (!isComposite(recorded) || !isComposite(replayed))
    return Object.is(recorded, replayed) ? null : { field, recorded, replayed }
  for (const key of new Set([...Object.keys(recorded), ...Object.keys(replayed)])) {
    const found = differing(recorded[key], replayed[key], field === '' ? key : `${field}.${key}`, twins)
    if (found !== null) return found
  }
  return null
}

const isComposite = (value: unknown): value is Record<string, unknown> =>
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
