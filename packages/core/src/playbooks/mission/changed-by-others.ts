/**
 * Owns changes of documents that need a person's word. Every reading and every writing is a look at the documents. The
 * look is compared with the look before, plus what the run itself has written since. If only the harness worked between
 * the two, a difference is a person's word and counts. If an agent or a program of the repository worked, the author is
 * unknown: a person says whether the change is meant.
 */

import { oneLine } from '../../kernel/one-line.ts'
import { newlyPassed, passedChange, withByHand } from './by-hand.ts'
import { edited, unwritten } from './documents.ts'
import { withDrops } from './dropped.ts'
import type { Command } from './effects.ts'
import { tellingIdentities, withPromoted } from './identities.ts'
import type { ContractEntry, DocumentEdit, Feature } from './mission-document.ts'
import { type Change, type MissionState, noted, type Papers } from './state.ts'

/** After a look; `made` are the edits that the run has just made. */
export function looked(
  before: MissionState,
  found: MissionState,
  made: readonly DocumentEdit[] = [],
): MissionState {
  const expected = before.seen === null ? null : withPromoted(edited(before.seen, made), made)
  const now = tellingIdentities(found, expected, found.seen)
  const isAsked = before.watched.length > 0 && !before.isTaking && expected !== null && now.seen !== null
  const passes = expected === null ? [] : newlyPassed(now, expected.features, now.seen?.features ?? null)
  const changes = isAsked
    ? [
        ...changesBetween(expected, now.seen),
        ...passes.map(passedChange),
        ...newlyAnswered(before.facts.fired, now.facts.fired),
      ]
    : []
  const known = withByHand(now, isAsked ? [] : passes)
  const told = expected === null ? known : withDrops(known, expected.features, blockedIn(expected.features))
  return {
    ...heldBack(before, asking(told, changes, before.watched)),
    watched: before.besideLook,
    isReturning: false,
  }
}

const blockedIn = (features: Papers['features']) => {
  const blocked = new Set((features ?? []).flatMap(({ id, status }) => (status === 'blocked' ? [id] : [])))
  return (id: string): boolean => blocked.has(id)
}

const looking: ReadonlySet<MissionState['main']['type']> = new Set(['read', 'look', 'write'])

/** Resumes after a time in which no program worked. A look comes first, so that changes of people count as theirs. */
export function returning(state: MissionState): MissionState {
  if (state.documents === null) return state
  const isLooking = looking.has(state.main.type)
  return { ...state, isReturning: true, flushing: state.flushing ?? (isLooking ? null : unwritten([])) }
}

const newlyAnswered = (before: readonly string[], now: readonly string[]): readonly Change[] =>
  now
    .filter((name) => !before.includes(name))
    .map((name) => ({ what: `the checkpoint ${name} is said to be answered`, detail: [] }))

/** Until a person has answered, roles get the earlier memory, and no other checkpoint counts as answered. */
const heldBack = (before: MissionState, now: MissionState): MissionState =>
  now.changes.length === 0 || before.documents === null || now.documents === null
    ? now
    : {
        ...now,
        facts: { ...now.facts, fired: before.facts.fired },
        documents: { ...now.documents, memory: before.documents.memory },
      }

/** While these are under way nothing runs that could write, but the harness itself: it starts no program of others for them. */
const quiet: ReadonlySet<Command['type']> = new Set([
  'ReadDocuments',
  'LookAtBase',
  'EditDocuments',
  'SyncLane',
  'OpenPull',
  'AwaitCi',
  'CloseLane',
  'AskHuman',
  'WakeAt',
])

export const isQuiet = (type: Command['type']): boolean => quiet.has(type)

const asking = (state: MissionState, changes: readonly Change[], who: readonly string[]): MissionState => {
  const fresh = changes.filter(({ what }) => state.changes.every((one) => one.what !== what))
  return fresh.length === 0
    ? state
    : noted(
        { ...state, changes: [...state.changes, ...fresh] },
        `Changed by others while agents or programs were at work (${who.join(', ')}): ${namesOf(fresh)}.`,
      )
}

export const namesOf = (changes: readonly Change[]): string => changes.map(({ what }) => what).join('; ')

/**
 * Order and evidence are no part of it, and of the status only that a feature was blocked, which drops it, or passed. What
 * the rest decides is held against what validators saw.
 */
const changesBetween = (before: Papers, now: Papers): readonly Change[] => [
  ...differences(before.features, now.features, wordsOfFeature),
  ...newlyBlocked(before.features, now.features),
  ...differences(before.contract, now.contract, wordsOfClaim),
  ...rewritten('memory/summary.md', before.memory.summary, now.memory.summary),
  ...rewritten('memory/MEMORY.md', before.memory.long, now.memory.long),
]

const newlyBlocked = (before: Papers['features'], now: Papers['features']): readonly Change[] => {
  const wasBlocked = blockedIn(before)
  const wasThere = new Set((before ?? []).map(({ id }) => id))
  return (now ?? [])
    .filter(({ id, status }) => status === 'blocked' && wasThere.has(id) && !wasBlocked(id))
    .map(({ id }) => ({ what: `${id} was blocked`, detail: [] }))
}

const rewritten = (file: string, was: string, is: string): readonly Change[] =>
  oneLine(was) === oneLine(is) ? [] : [{ what: `${file} was rewritten`, detail: [wasAndIs(file, was, is)] }]

type Words = Readonly<Record<string, string>>

const wordsOfFeature = (one: Feature): Words => ({
  title: one.title,
  summary: one.summary,
  description: one.description,
  claims: one.claims.join(' '),
  depends_on: one.dependsOn.join(' '),
  attempts: String(one.attempts),
  issues: one.issues
    .map(({ id, severity, title, detail, expected = '', verify = '' }) =>
      [id, severity, title, detail, expected, verify].join(' '),
    )
    .join(' '),
  notes: one.notes,
  fixes: one.fixes ?? '',
  sourceIssueId: one.sourceIssueId ?? '',
})

const wordsOfClaim = ({ assertion, verify, rulings }: ContractEntry): Words => ({
  assertion,
  verify,
  rulings: rulings.join(' '),
})

function differences<Item extends { readonly id: string }>(
  before: readonly Item[] | null,
  now: readonly Item[] | null,
  wordsOf: (item: Item) => Words,
): readonly Change[] {
  if (before === now) return []
  const was = new Map((before ?? []).map((item) => [item.id, item]))
  const is = new Map((now ?? []).map((item) => [item.id, item]))
  return [
    ...[...was.keys()]
      .filter((id) => !is.has(id))
      .map((id) => ({ what: `${id} was taken away`, detail: [] })),
    ...[...is].flatMap(([id, item]) => {
      const old = was.get(id)
      if (old === undefined) return [{ what: `${id} came`, detail: [] }]
      const detail = old === item ? [] : otherWords(id, wordsOf(old), wordsOf(item))
      return detail.length === 0 ? [] : [{ what: `${id} says something else`, detail }]
    }),
  ]
}

const otherWords = (id: string, was: Words, is: Words): readonly string[] =>
  Object.keys(is)
    .filter((name) => oneLine(was[name] ?? '') !== oneLine(is[name] ?? ''))
    .map((name) => wasAndIs(`${id}, ${name}`, was[name] ?? '', is[name] ?? ''))

/** Enough to tell what was done. */
const longestWords = 400

const wasAndIs = (what: string, was: string, is: string): string =>
  `${what}\nwas: ${oneLine(was).slice(0, longestWords)}\nis: ${oneLine(is).slice(0, longestWords)}`
