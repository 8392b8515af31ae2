/**
 * WriteDocuments: makes a list of edits in a mission's documents, each held against the file as it is now. What a person
 * did meanwhile stands: an edit that no longer fits is refused and told, a file that changes between reading and writing
 * is read again, and features or a contract that cannot be read end the command before anything is written.
 *
 * Safe to repeat: an edit that stands there already changes nothing. Contract and features are written one after the
 * other, each whole; a crash between them leaves edits that the next attempt makes.
 */

import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { Reread } from '@harness/core/effects/reread'
import { UserError } from '@harness/core/kernel/user-error'
import { missionPaths } from '@harness/core/playbooks/mission/mission-contents'
import type { RefusedEdit } from '@harness/core/playbooks/mission/mission-document'
import type { DocumentsWritten, WriteDocuments } from '@harness/core/playbooks/mission/write-documents'
import {
  type DocumentFile,
  type EditedDocuments,
  editDocuments,
} from '@harness/formats/documents/mission/edit-documents'
import type { Attempt } from '../../effects/failure/attempt.ts'
import { orCommandFailed } from '../../effects/failure/expected-failure.ts'
import type { LanePorts } from '../../effects/lanes/lane-ports.ts'
import { makeDir } from '../../machine/disk/durable-dir.ts'
import { withLock } from '../../machine/lock/with-lock.ts'
import { redactValue } from '../../machine/redaction/redact-value.ts'
import type { Redactor } from '../../machine/redaction/redactor.ts'
import { refuseGone } from './document-gone.ts'
import { contractIn, featuresIn, reread } from './mission-documents.ts'
import { digestOf, type MissionPlaces, readDocument, writeDocument } from './mission-files.ts'
import { memoryFiles, memoryIn, type ReadMemory, readSettled } from './mission-memory.ts'
import { pruneLogs, pruneSnapshots, takeSnapshot } from './snapshots.ts'

export interface WriteDocumentsPorts extends LanePorts, MissionPlaces {
  readonly redact: Redactor
}

/** The harness gives way to a person who keeps saving this often. */
const mostAttempts = 50

export const writeDocuments = (
  command: WriteDocuments,
  attempt: Attempt,
  ports: WriteDocumentsPorts,
): Promise<DocumentsWritten | CommandFailed> =>
  orCommandFailed(command, attempt, ports, async () => {
    const { id, known, edits, snapshot } = command
    const promotes = edits.some(({ type }) => type === 'promote')
    const { found, left, memory, refused } = promotes
      ? await holdingIdentities(ports, () => madeEdits(command, ports))
      : await madeEdits(command, ports)
    if (snapshot !== null) {
      const at = ports.clock.now()
      await takeSnapshot(ports.stateDir, ports, { ...snapshot, at, repeated: attempt.repeated })
      await pruneSnapshots(ports.stateDir, snapshot.keep)
      await pruneLogs(ports.stateDir, snapshot.keepLogs)
    }
    const refusedIn = (types: ReadonlySet<string>) =>
      refused.some(({ edit }) => types.has(edits[edit]?.type ?? ''))
    const event: DocumentsWritten = {
      type: 'DocumentsWritten',
      at: ports.clock.now(),
      commandId: id,
      features: asExpected(
        found(missionPaths.features),
        left(missionPaths.features),
        refusedIn(ofFeatures) ? null : known.features,
        (it) => featuresIn(it).content,
      ),
      contract: asExpected(
        found(missionPaths.contract),
        left(missionPaths.contract),
        refusedIn(ofContract) ? null : known.contract,
        (it) => contractIn(it).content,
      ),
      memory:
        memory.found.digest === known.memory
          ? { digest: memory.left.digest, changed: null }
          : { digest: memory.left.digest, changed: { content: memory.left.memory } },
      fired: await readSettled(ports),
      refused,
    }
    return redactValue(event, ports.redact)
  })

const ofFeatures: ReadonlySet<string> = new Set(['plan', 'feature', 'add-feature'])
const ofContract: ReadonlySet<string> = new Set(['plan', 'claim', 'add-claim', 'ruling'])

/** Two missions of this user may promote at once. */
async function holdingIdentities<Result>(
  { dataDir }: MissionPlaces,
  work: () => Promise<Result>,
): Promise<Result> {
  await makeDir(dataDir)
  return withLock(dataDir, work)
}

interface MadeEdits {
  readonly refused: readonly RefusedEdit[]
  /** A file of `.harness/` as it was before. */
  found(path: string): string | null
  /** The same as it was left: what others save from then on, the next reading or writing finds. */
  left(path: string): string | null
  readonly memory: { readonly found: ReadMemory; readonly left: ReadMemory }
}

async function madeEdits({ edits, known }: WriteDocuments, ports: WriteDocumentsPorts): Promise<MadeEdits> {
  for (let left = mostAttempts; left > 0; left--) {
    const desk = new Map<string, string | null>()
    for (const path of [missionPaths.features, missionPaths.contract])
      await lay(desk, { place: 'repository', path }, ports)
    for (const file of memoryFiles) await lay(desk, file, ports)
    // Nothing is written beside a document that cannot be read: only a person can fix that, and is told where.
    const found = (path: string) => desk.get(keyOf({ place: 'repository', path })) ?? null
    featuresIn(found(missionPaths.features))
    contractIn(found(missionPaths.contract))
    await refuseGone(ports, known, {
      features: found(missionPaths.features),
      contract: found(missionPaths.contract),
    })
    const { changed, refused } = await edited(edits, desk, ports)
    const made = new Map(changed.map((file) => [keyOf(file), file.text]))
    const foundIn = (file: DocumentFile) => desk.get(keyOf(file)) ?? null
    const leftIn = (file: DocumentFile) =>
      made.has(keyOf(file)) ? (made.get(keyOf(file)) ?? null) : foundIn(file)
    const left = (path: string) => leftIn({ place: 'repository', path })
    const memory = { found: memoryIn(foundIn), left: memoryIn(leftIn) }
    if (await written(changed, desk, ports)) return { refused, found, left, memory }
  }
  throw new UserError(
    'documents-busy',
    'The documents of the mission changed each time they were about to be written.',
    {
      next: 'Let go of the files in .harness (an editor or a sync program keeps saving them), then: harness mission',
    },
  )
}

const keyOf = ({ place, path }: DocumentFile): string => `${place}:${path}`

async function lay(
  desk: Map<string, string | null>,
  file: DocumentFile,
  ports: MissionPlaces,
): Promise<void> {
  desk.set(keyOf(file), await readDocument(ports, file))
}

/** Which files the edits are about only they know: they are asked until nothing is missing on the desk. */
async function edited(
  edits: WriteDocuments['edits'],
  desk: Map<string, string | null>,
  ports: MissionPlaces,
): Promise<EditedDocuments> {
  for (;;) {
    const missing: DocumentFile[] = []
    const result = editDocuments(edits, (file) => {
      const key = keyOf(file)
      if (!desk.has(key)) missing.push(file)
      return desk.get(key) ?? null
    })
    if (missing.length === 0) return result
    for (const file of missing) await lay(desk, file, ports)
  }
}

/** False if a file is no longer what was read; then nothing of it was written. */
async function written(
  changed: EditedDocuments['changed'],
  desk: ReadonlyMap<string, string | null>,
  ports: MissionPlaces,
): Promise<boolean> {
  for (const { text, ...file } of changed) {
    if ((await readDocument(ports, file)) !== (desk.get(keyOf(file)) ?? null)) return false
    await writeDocument(ports, file, text)
  }
  return true
}

/**
 * The content only if it is anything else than what the run knew with its edits made: another program wrote, or an edit was
 * refused.
 */
const asExpected = <Content>(
  before: string | null,
  after: string | null,
  known: string | null,
  read: (text: string | null) => Content,
): Reread<Content> =>
  known !== null && digestOf(before) === known
    ? { digest: digestOf(after), changed: null }
    : reread(after, null, read)
