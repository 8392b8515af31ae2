/**
 * Owns what is asked before it counts: what the mission is about, changed by others while an agent was at work. An agent
 * that is not confined can write to the documents as well as a person can, and nobody could tell which of them it was.
 * What a person changes while nobody works is theirs to change, and is nothing of this.
 */
import type { Command } from '../../command.ts'
import type { MissionRead } from '../../event.ts'
import type { ContractEntry, DocumentEdit, Feature } from '../../mission-document.ts'
import { edited } from './documents.ts'
import { type MissionState, noted, type Papers } from './state.ts'

/** After a reading or writing: what came of it that nobody here wanted, where agents were at work since the last one. */
export function watching(
  before: MissionState,
  now: MissionState,
  made: readonly DocumentEdit[] = [],
): MissionState {
  const changes =
    before.isTaking || before.watched.length === 0 || before.seen === null || now.seen === null
      ? []
      : changesBetween(edited(before.seen, made), now.seen)
  const who = before.watched.join(', ')
  return { ...asking(now, changes, who), watched: before.besideLook }
}

/** What only a reading shows: the memory that every role is told, and checkpoints that are said to be answered. */
export function watchingRest(before: MissionState, now: MissionState, event: MissionRead): MissionState {
  const [was, is] = [before.documents?.memory, now.documents?.memory]
  const isWatched = { ...now, isMemoryWatched: before.besideLook.length > 0 }
  if (before.isTaking || !before.isMemoryWatched || was === undefined || is === undefined) return isWatched
  const fired = event.facts.fired.filter((name) => !before.facts.fired.includes(name))
  const changes = [
    ...(isSame(was.summary, is.summary) ? [] : ['memory/summary.md was rewritten']),
    ...(isSame(was.long, is.long) ? [] : ['memory/MEMORY.md was rewritten']),
    ...fired.map((name) => `the checkpoint ${name} is said to be answered`),
  ]
  if (changes.length === 0 || now.documents === null) return isWatched
  // Taken at the next reading, if it still stands there then: until somebody says so, no role is told.
  const unread: MissionState = {
    ...isWatched,
    facts: { ...now.facts, fired: before.facts.fired },
    documents: { ...now.documents, memory: was },
    digests: { ...now.digests, memory: before.digests.memory },
  }
  return asking(unread, changes, 'since they were last read')
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

const asking = (state: MissionState, changes: readonly string[], who: string): MissionState => {
  const fresh = changes.filter((one) => !state.changes.includes(one))
  return fresh.length === 0
    ? state
    : noted(
        { ...state, changes: [...state.changes, ...fresh] },
        `Changed by others while agents or programs were at work (${who}): ${fresh.join('; ')}.`,
      )
}

/** Status, order and evidence are no part of it: what they decide is held against what validators saw. */
const changesBetween = (before: Papers, now: Papers): readonly string[] => [
  ...differences(before.features, now.features, wordsOfFeature),
  ...differences(before.contract, now.contract, wordsOfClaim),
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
