/** What an operator agreed to run for one repository. It is kept with the user's own data, never in the repository. */
import { isObject } from '../text/is-object.ts'
import { jsonObjectIn } from '../text/json-value.ts'
import { printMoment, readMoment } from '../text/moment.ts'

/**
 * `program`: a file of harness.config.ts. `command` and `opening`: what harness.config.json runs and opens. `script`: a
 * file of the scripted agent's script. `role` and `hook`: files of `.harness/`. `extension`: a skill, a slash command or a
 * tool server of `agent.trust`.
 */
export const trustKinds = ['program', 'command', 'opening', 'script', 'role', 'hook', 'extension'] as const
export type TrustKind = (typeof trustKinds)[number]

export interface TrustItem {
  readonly kind: TrustKind
  /** A path relative to the repository, or the name of a part of the config. */
  readonly name: string
  /** Of the whole content. */
  readonly digest: string
  /** The content, cut if it is long. */
  readonly text: string
}

export interface TrustRecord {
  /** The real path of the repository's main worktree. */
  readonly repository: string
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly by: string
  /** The digest of everything that was agreed to, newest last: a branch that is checked out again is not asked about. */
  readonly contents: readonly string[]
  /** What was agreed to last, so that the next question shows only what changed. */
  readonly items: readonly TrustItem[]
  /** What harness.config.ts exported when it was last run; null if it never was. */
  readonly value: unknown
}

/** Null if the text is no such record. */
export function parseTrustRecord(text: string): TrustRecord | null {
  const { version, repository, at, by, contents, items, value = null } = jsonObjectIn(text) ?? {}
  const moment = readMoment(at)
  if (version !== 1 || typeof repository !== 'string' || typeof by !== 'string' || moment === null)
    return null
  if (!isListOf(contents, isText) || !isListOf(items, isItem)) return null
  return { repository, at: moment, by, contents, items, value }
}

export const printTrustRecord = ({ at, ...record }: TrustRecord): string =>
  `${JSON.stringify({ version: 1, at: printMoment(at), ...record })}\n`

const isListOf = <Entry>(
  value: unknown,
  isEntry: (entry: unknown) => entry is Entry,
): value is readonly Entry[] => Array.isArray(value) && value.every(isEntry)

const isText = (value: unknown): value is string => typeof value === 'string'

const isItem = (value: unknown): value is TrustItem =>
  isObject(value) &&
  trustKinds.includes(value.kind as TrustKind) &&
  isText(value.name) &&
  isText(value.digest) &&
  isText(value.text)

export interface TrustChange {
  readonly type: 'new' | 'changed' | 'removed'
  readonly item: TrustItem
  /** What it was before; null if it is new. */
  readonly before: TrustItem | null
}

/** In the order of `now`; what is gone comes last. */
export function trustChanges(
  before: readonly TrustItem[],
  now: readonly TrustItem[],
): readonly TrustChange[] {
  const isSame = (one: TrustItem, other: TrustItem): boolean =>
    one.kind === other.kind && one.name === other.name
  const changed = now.flatMap((item): readonly TrustChange[] => {
    const known = before.find((one) => isSame(one, item)) ?? null
    if (known?.digest === item.digest) return []
    return [{ type: known === null ? 'new' : 'changed', item, before: known }]
  })
  const gone = before.filter((one) => !now.some((item) => isSame(one, item)))
  return [...changed, ...gone.map((item) => ({ type: 'removed' as const, item, before: item }))]
}
