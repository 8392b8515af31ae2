/**
 * Owns what is asked before it counts. Every reading and every writing is a look at the documents. What it shows is held
 * against what stood there at the look before, with what the run itself has written since. Where only the harness was at
 * work between the two, a difference is a person's word, and counts. Where an agent or a program of the repository was,
 * nobody could tell who wrote it: a person says whether it is meant.
 */
import type { Command } from '../../command.ts'
import type { ContractEntry, DocumentEdit, Feature } from '../../mission-document.ts'
import { edited } from './documents.ts'
import { tellingIdentities, withPromoted } from './identities.ts'
import { type MissionState, noted, type Papers } from './state.ts'

/** After a look; `made` are the edits that the run has just made. */
export function looked(
  before: MissionState,
  found: MissionState,
  made: readonly DocumentEdit[] = [],
): MissionState {
  const expected = before.seen === null ? null : withPromoted(edited(before.seen, made), made)
  const now = tellingIdentities(found, expected, found.seen)
  const isAsked = before.watched.length > 0 && !before.isTaking && expected !== null && now.seen !== null
  const changes = isAsked
    ? [...changesBetween(expected, now.seen), ...newlyAnswered(before.facts.fired, now.facts.fired)]
    : []
  return {
    ...heldBack(before, asking(now, changes, before.watched)),
    watched: before.besideLook,
    isReturning: false,
  }
}

/** Goes on where nobody was at work: a look comes first, so that what people changed meanwhile is known for theirs. */
export function returning(state: MissionState): MissionState {
  if (state.documents === null) return state
  const isLooking = state.main.type === 'read' || state.main.type === 'write'
  return { ...state, isReturning: true, flushing: state.flushing ?? (isLooking ? null : []) }
}

const newlyAnswered = (before: readonly string[], now: readonly string[]): readonly string[] =>
  now.filter((name) => !before.includes(name)).map((name) => `the checkpoint ${name} is said to be answered`)

/** Until somebody has answered, nobody is told another memory, and no other checkpoint counts as answered. */
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
  'ReadMission',
  'WriteDocuments',
  'SyncLane',
  'OpenPull',
  'AwaitCi',
  'CloseLane',
  'AskHuman',
  'WakeAt',
])

export const isQuiet = (type: Command['type']): boolean => quiet.has(type)

/** `20261116-120000/work/F-001/1` is of this run. */
export const withoutRun = (id: string): string => id.split('/').slice(1).join('/')

const asking = (state: MissionState, changes: readonly string[], who: readonly string[]): MissionState => {
  const fresh = changes.filter((one) => !state.changes.includes(one))
  return fresh.length === 0
    ? state
    : noted(
        { ...state, changes: [...state.changes, ...fresh] },
        `Changed by others while agents or programs were at work (${who.join(', ')}): ${fresh.join('; ')}.`,
      )
}

/** Status, order and evidence are no part of it: what they decide is held against what validators saw. */
const changesBetween = (before: Papers, now: Papers): readonly string[] => [
  ...differences(before.features, now.features, wordsOfFeature),
  ...differences(before.contract, now.contract, wordsOfClaim),
  ...(isSame(before.memory.summary, now.memory.summary) ? [] : ['memory/summary.md was rewritten']),
  ...(isSame(before.memory.long, now.memory.long) ? [] : ['memory/MEMORY.md was rewritten']),
]

const wordsOfFeature = (one: Feature): readonly string[] => [
  one.title,
  one.summary,
  one.description,
  one.claims.join(' '),
  one.dependsOn.join(' '),
  String(one.attempts),
  ...one.issues.map(({ id, severity, title, detail }) => `${id} ${severity} ${title} ${detail}`),
  one.notes,
  one.fixes ?? '',
  one.sourceIssueId ?? '',
]

const wordsOfClaim = ({ assertion, verify, rulings }: ContractEntry): readonly string[] => [
  assertion,
  verify,
  ...rulings,
]

function differences<Item extends { readonly id: string }>(
  before: readonly Item[] | null,
  now: readonly Item[] | null,
  wordsOf: (item: Item) => readonly string[],
): readonly string[] {
  if (before === now) return []
  const text = (item: Item): string => wordsOf(item).map(plain).join('\n')
  const was = new Map((before ?? []).map((item) => [item.id, text(item)]))
  const is = new Map((now ?? []).map((item) => [item.id, text(item)]))
  return [
    ...[...was.keys()].filter((id) => !is.has(id)).map((id) => `${id} was taken away`),
    ...[...is].flatMap(([id, words]) => {
      if (!was.has(id)) return [`${id} came`]
      return was.get(id) === words ? [] : [`${id} says something else`]
    }),
  ]
}

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim()

const isSame = (one: string, other: string): boolean => plain(one) === plain(other)
