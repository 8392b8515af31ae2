/**
 * Makes edits that write whole files. The files of all documents are read once and written all or none. A file that a
 * person saves in between is read again. A document with mistakes ends it before anything is written.
 */
import type { DocumentFile } from '@harness/core/effects/document-file'
import type { DocumentsEdited, EditDocuments, ExpectedDocument } from '@harness/core/effects/edit-documents'
import { UserError } from '@harness/core/kernel/user-error'
import { keyOf, rewriteDocuments, type TextChange } from '@harness/formats/documents/codec/rewrite-documents'
import { makeDir } from '../../machine/disk/durable-dir.ts'
import { withLock } from '../../machine/lock/with-lock.ts'
import type { DocumentDesk } from './document-desk.ts'
import { documentDigest, fileDigest } from './document-digest.ts'
import { contentOf } from './read-document.ts'
import { type FileChange, writeFiles } from './write-files.ts'

/** An editor that saves again and again is given way to this often. */
const mostAttempts = 50

interface WrittenEdits extends Pick<DocumentsEdited, 'digests' | 'written' | 'refused'> {
  /** Files with the old contents. */
  readonly kept: readonly string[]
}

interface StatedDocument extends ExpectedDocument {
  readonly name: string
  readonly isEdited: boolean
}

export async function rewriteFiles(command: EditDocuments, desk: DocumentDesk): Promise<WrittenEdits> {
  const edited = new Set(command.edits.map(({ document }) => document))
  const stated = Object.entries(command.documents)
    .filter(([name]) => desk.codecOf(name).inPlace === null)
    .map(([name, document]): StatedDocument => ({ name, ...document, isEdited: edited.has(name) }))
  if (stated.length === 0) return { digests: {}, written: [], refused: [], kept: [] }
  const isShared = stated.some(
    ({ isEdited, files }) => isEdited && files.some(({ place }) => place === 'user'),
  )
  const work = () => rewrite(command, stated, desk)
  return isShared ? holdingUserFiles(desk, work) : work()
}

/** Two runs of this user may write at once. */
async function holdingUserFiles<Result>(desk: DocumentDesk, work: () => Promise<Result>): Promise<Result> {
  const root = await desk.rootOf({ place: 'user', path: '' })
  await makeDir(root)
  return withLock(root, work)
}

async function rewrite(
  command: EditDocuments,
  stated: readonly StatedDocument[],
  desk: DocumentDesk,
): Promise<WrittenEdits> {
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    const found = await bytesIn(stated, desk)
    const bytesOf = (file: DocumentFile): Buffer | null => found.get(keyOf(file)) ?? null
    const textOf = (file: DocumentFile): string | null => bytesOf(file)?.toString('utf8') ?? null
    const known = new Set<string>()
    for (const { name, files, expected } of stated)
      if (documentDigest(files.map((file) => fileDigest(bytesOf(file)))) === expected) known.add(name)
      else contentOf(desk.codecOf(name), files.map(textOf), desk.resume)
    const made = rewriteDocuments(command, (name) => desk.codecOf(name), textOf, desk.world)
    const changes: FileChange[] = []
    for (const change of made.changes) changes.push(await fileChange(change, bytesOf(change.file), desk))
    const result = await writeFiles(changes)
    if (result.type === 'changed') continue
    const digestNow = (file: DocumentFile): string => {
      const now = made.textOf(file)
      return fileDigest(now === textOf(file) ? bytesOf(file) : now)
    }
    const digests = stated.flatMap(({ name, files, expected, isEdited }) => {
      const digest = known.has(name) ? documentDigest(files.map(digestNow)) : null
      return digest === expected && !isEdited ? [] : [[name, digest] as const]
    })
    const { written, refused } = made
    return { digests: Object.fromEntries(digests), written, refused, kept: result.kept }
  }
  throw new UserError(
    'document-busy',
    `${stated[0]?.files[0]?.path ?? ''} changed each time it was about to be written.`,
    {
      next: 'Let go of the file (an editor or a sync program keeps saving it), then give the same command again.',
    },
  )
}

async function bytesIn(
  stated: readonly StatedDocument[],
  desk: DocumentDesk,
): Promise<ReadonlyMap<string, Buffer | null>> {
  const found = new Map<string, Buffer | null>()
  const read = desk.reader()
  for (const file of stated.flatMap(({ files }) => files))
    if (!found.has(keyOf(file))) found.set(keyOf(file), await read(file))
  return found
}

async function fileChange(
  { file, found, text, keepsOld }: TextChange,
  bytes: Buffer | null,
  desk: DocumentDesk,
): Promise<FileChange> {
  // Rewritten, bytes that are no text would be lost.
  if (!keepsOld && bytes !== null && found !== null && !bytes.equals(Buffer.from(found)))
    throw new UserError('document-not-text', `${file.path} is not text in UTF-8.`, {
      next: `Save ${file.path} as UTF-8, then give the same command again.`,
    })
  const before = bytes ?? (found === null ? null : Buffer.from(found))
  return { root: await desk.rootOf(file), path: file.path, found: before, text, keepsOld }
}
