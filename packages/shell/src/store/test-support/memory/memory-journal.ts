/** Owns a journal in memory: the same records as on disk, so that both stores read, verify and refuse them alike. */
import { UserError } from '@harness/core/kernel/user-error'
import { GroupCommit } from '../../journal/group-commit.ts'
import { isPlaceIn } from '../../journal/is-place-in.ts'
import type { JournalFile } from '../../journal/journal-file.ts'
import type { ReadableFile } from '../../journal/read-blocks.ts'
import { type JournalScan, scanJournal } from '../../journal/scan-journal.ts'
import type {
  JournalPosition,
  JournalSinceSnapshot,
  OpenedJournal,
  PeekedJournal,
  ReadJournal,
  Snapshot,
  SnapshotReader,
} from '../../port/run-store.ts'
import { textMissing } from '../../texts/text-problem.ts'
import type { TextStore } from '../../texts/text-store.ts'
import { type Bell, newBell } from './bell.ts'

/** All that is kept of one journal. */
export interface MemoryJournal {
  /** Names the run in messages. */
  readonly path: string
  bytes: Buffer
  readonly texts: Map<string, string>
  readonly torn: Buffer[]
  snapshot: { readonly json: string; readonly position: JournalPosition } | null
  readonly changed: Bell
}

export const emptyJournal = (path: string): MemoryJournal => ({
  path,
  bytes: Buffer.alloc(0),
  texts: new Map(),
  torn: [],
  snapshot: null,
  changed: newBell(),
})

export async function readMemory(
  journal: MemoryJournal,
  from?: JournalPosition,
  mostBytes?: number,
): Promise<ReadJournal | null> {
  if (journal.bytes.length === 0) return null
  const { events, end } = await scan(journal, from, mostBytes)
  return { events, end }
}

export const memoryHas = (journal: MemoryJournal, position: JournalPosition): Promise<boolean> =>
  isPlaceIn(readableOf(journal), position)

export async function peekMemory(journal: MemoryJournal, lastCount: number): Promise<PeekedJournal | null> {
  try {
    const read = await readMemory(journal)
    const [first] = read?.events ?? []
    if (read === null) return null
    if (first === undefined) return { type: 'empty' }
    return { type: 'readable', first, last: read.events.slice(-lastCount), events: read.events.length }
  } catch (error) {
    if (error instanceof UserError) return { type: 'refused', error }
    throw error
  }
}

export async function readMemorySince(
  journal: MemoryJournal,
  reader: SnapshotReader,
): Promise<JournalSinceSnapshot | null> {
  const found = usableSnapshot(journal, reader)
  const read = await readMemory(journal, found?.position)
  return read === null ? null : { ...read, snapshot: found?.snapshot ?? null }
}

export async function* tailMemory(
  journal: MemoryJournal,
  from: JournalPosition,
  signal: AbortSignal,
): AsyncGenerator<ReadJournal, void, undefined> {
  for (let position = from; ; ) {
    const isLast = signal.aborted
    const seen = journal.changed.count()
    const read = await readMemory(journal, position)
    if (read !== null && read.events.length > 0) {
      position = read.end
      yield read
    }
    if (isLast) return
    await journal.changed.after(seen, signal)
  }
}

export async function openMemory(
  journal: MemoryJournal,
  reader: SnapshotReader | undefined,
): Promise<OpenedJournal> {
  const found = reader === undefined ? null : usableSnapshot(journal, reader)
  const { events, end, rest } = await scan(journal, found?.position)
  const tornAside = repair(journal, end, rest)
  const store = new GroupCommit(fileOf(journal), textsOf(journal), end)
  return {
    store,
    snapshot: found?.snapshot ?? null,
    events,
    tornAside,
    snapshotIgnored: null,
    async offerSnapshot(snapshot) {
      const position = store.settledEnd
      if (position === null || position.events !== snapshot.events) return { type: 'not-due' }
      const json = JSON.stringify(snapshot)
      journal.snapshot = { json, position }
      return { type: 'taken', bytes: Buffer.byteLength(json) }
    },
  }
}

function usableSnapshot(
  { snapshot: kept }: MemoryJournal,
  { name, version }: SnapshotReader,
): { readonly snapshot: Snapshot; readonly position: JournalPosition } | null {
  if (kept === null) return null
  const snapshot = JSON.parse(kept.json) as Snapshot
  const fits = snapshot.playbook === name && snapshot.playbookVersion === version
  return fits ? { snapshot, position: kept.position } : null
}

function repair(journal: MemoryJournal, end: JournalPosition, rest: JournalScan['rest']): string | null {
  if (rest.type === 'nothing') return null
  const whole = journal.bytes.subarray(0, rest.type === 'torn' ? end.bytes : end.bytes - 1)
  journal.bytes = rest.type === 'torn' ? whole : Buffer.concat([whole, Buffer.from('\n')])
  const cut = rest.type === 'torn' ? rest.bytes : rest.extra
  if (cut.length === 0) return null
  journal.torn.push(cut)
  return `${journal.path}.torn-${journal.torn.length}`
}

const scan = (journal: MemoryJournal, from?: JournalPosition, mostBytes?: number): Promise<JournalScan> =>
  scanJournal(readableOf(journal), journal.path, textsOf(journal), from, mostBytes)

const readableOf = ({ bytes }: MemoryJournal): ReadableFile => ({
  async read(buffer, offset, length, position) {
    return { bytesRead: bytes.copy(buffer, offset, position, position + length) }
  },
})

/** Refuses to write behind another writer, as the file does. */
function fileOf(journal: MemoryJournal): JournalFile {
  let size = journal.bytes.length
  return {
    path: journal.path,
    write(bytes) {
      if (journal.bytes.length !== size) throw new Error('another process changed it')
      journal.bytes = Buffer.concat([journal.bytes, bytes])
      size = journal.bytes.length
    },
    sync: () => void journal.changed.ring(),
    close: () => {},
  }
}

const textsOf = ({ path, texts }: MemoryJournal): TextStore => ({
  async keep(kept) {
    for (const [digest, text] of kept) texts.set(digest, text)
  },
  read(digest) {
    const text = texts.get(digest)
    if (text === undefined) throw textMissing({ runDir: path, digest, path: `${path}/texts` })
    return text
  },
})
