/**
 * Owns `snapshot.json`: a state together with the place in the journal it was folded up to. It only ever saves time:
 * one that is damaged, or that does not belong to this journal and this playbook, is passed over with a reason.
 */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { jsonObjectIn } from '@harness/formats/text/json-value'
import { durableReplace } from '../../machine/disk/durable-write.ts'
import type { JournalPosition, Snapshot, SnapshotReader } from '../port/run-store.ts'
import { fromRefs, toRefs } from '../texts/text-refs.ts'
import type { TextStore } from '../texts/text-store.ts'
import { isPlaceIn } from './is-place-in.ts'
import type { ReadJournalFile } from './reading-journal.ts'
import { hexOf, isSealed, seal } from './sealed.ts'

const snapshotVersion = 2
const fileName = 'snapshot.json'

export interface StoredSnapshot {
  readonly snapshot: Snapshot
  readonly position: JournalPosition
  readonly bytes: number
}

export type FoundSnapshot =
  | { readonly type: 'none' }
  | { readonly type: 'ignored'; readonly reason: string }
  | { readonly type: 'usable'; readonly stored: StoredSnapshot }

/** Resolves to its size. Long texts of the state are kept by reference, like those of the journal. */
export async function writeSnapshot(
  dir: string,
  snapshot: Snapshot,
  kept: Pick<TextStore, 'keep'>,
  at: JournalPosition,
): Promise<number> {
  const { events, playbook, playbookVersion } = snapshot
  const { value: state, texts } = toRefs(snapshot.state)
  await kept.keep(texts)
  const fields = {
    v: snapshotVersion,
    events,
    bytes: at.bytes,
    journalCrc: hexOf(at.crc),
    playbook,
    playbookVersion,
  }
  const text = seal(`${JSON.stringify(fields).slice(0, -1)},"state":${JSON.stringify(state)}`)
  await durableReplace(join(dir, fileName), text)
  return Buffer.byteLength(text)
}

export async function findSnapshot(
  dir: string,
  journal: ReadJournalFile,
  texts: Pick<TextStore, 'read'>,
  reader: SnapshotReader,
): Promise<FoundSnapshot> {
  const ignored = (reason: string): FoundSnapshot => ({
    type: 'ignored',
    reason: `${join(dir, fileName)}: ${reason}`,
  })
  let bytes: Buffer
  try {
    bytes = await readFile(join(dir, fileName))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? { type: 'none' } : ignored(message)
  }
  if (!isSealed(bytes, 0, bytes.length)) return ignored('its checksum does not match its content')
  const stored = parse(bytes)
  if (stored === null) return ignored('another version wrote it')
  const { snapshot, position } = stored
  if (snapshot.playbook !== reader.name || snapshot.playbookVersion !== reader.version) {
    return ignored(
      `it is of ${snapshot.playbook} ${snapshot.playbookVersion}, not ${reader.name} ${reader.version}`,
    )
  }
  const { size } = await journal.stat()
  if (position.bytes > size) return ignored('it is ahead of the journal')
  if (!(await isPlaceIn(journal, position))) return ignored('it is of another journal')
  try {
    const state = fromRefs(snapshot.state, texts)
    return { type: 'usable', stored: { ...stored, snapshot: { ...snapshot, state } } }
  } catch (error) {
    return ignored((error as Error).message)
  }
}

function parse(bytes: Buffer): StoredSnapshot | null {
  const value = jsonObjectIn(bytes.toString())
  if (value === null) return null
  const { v, events, bytes: offset, journalCrc, playbook, playbookVersion, state } = value
  const known =
    v === snapshotVersion &&
    isCount(events) &&
    isCount(offset) &&
    typeof journalCrc === 'string' &&
    typeof playbook === 'string' &&
    isCount(playbookVersion) &&
    'state' in value
  if (!known) return null
  return {
    snapshot: { events, playbook, playbookVersion, state },
    position: { events, bytes: offset, crc: Number.parseInt(journalCrc, 16) },
    bytes: bytes.length,
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
