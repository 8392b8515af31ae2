/**
 * Makes edits that write whole files. The files of all documents are read once and written all or none. A file that a
 * person saves in between is read again. A document with mistakes ends it before anything is written.
 */
import type { DocumentFile } from '@harness/core/effects/document-file'
import type { EditDocuments } from '@harness/core/effects/edit-documents'
import { UserError } from '@harness/core/kernel/user-error'
import { isFolder } from '@harness/formats/documents/codec/folder-text'
import {
  keyOf,
  type RewrittenDocuments,
  rewriteDocuments,
  type TextChange,
} from '@harness/formats/documents/codec/rewrite-documents'
import { makeDir } from '../../machine/disk/durable-dir.ts'
import { withLock } from '../../machine/lock/with-lock.ts'
import type { DocumentDesk } from './document-desk.ts'
import { documentDigest, fileDigest } from './document-digest.ts'
import { editWorld, type MadeEdits } from './made-edits.ts'
import { contentOf } from './read-document.ts'
import { type FileChange, writeFiles } from './write-files.ts'

/** An editor that saves again and again is given way to this often. */
const mostAttempts = 50

type FoundFiles = ReadonlyMap<string, Buffer | null>

export async function rewriteFiles(command: EditDocuments, desk: DocumentDesk): Promise<MadeEdits> {
  const documents = Object.entries(command.documents).filter(([name]) => desk.codecOf(name).inPlace === null)
  const edited = new Set(command.edits.map(({ document }) => document))
  const isShared = documents.some(
    ([name, { files }]) => edited.has(name) && files.some(({ place }) => place === 'user'),
  )
  return isShared
    ? holdingUserFiles(desk, () => rewrite(command, documents, desk))
    : rewrite(command, documents, desk)
}

/** Two runs of this user may write at once. */
async function holdingUserFiles<Result>(
  { ports: { dataDir = '' } }: DocumentDesk,
  work: () => Promise<Result>,
): Promise<Result> {
  await makeDir(dataDir)
  return withLock(dataDir, work)
}

async function rewrite(
  command: EditDocuments,
  documents: readonly (readonly [string, EditDocuments['documents'][string]])[],
  desk: DocumentDesk,
): Promise<MadeEdits> {
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    const found = await filesOf(documents, desk)
    const bytesOf = (file: DocumentFile): Buffer | null => found.get(keyOf(file)) ?? null
    const textOf = (file: DocumentFile): string | null => bytesOf(file)?.toString('utf8') ?? null
    const known = documents.filter(([name, { files, expected }]) => {
      if (documentDigest(files.map((file) => fileDigest(bytesOf(file)))) === expected) return true
      contentOf(desk.codecOf(name), files.map(textOf), desk.resume)
      return false
    })
    const made = rewriteDocuments(command, (name) => desk.codecOf(name), textOf, editWorld(desk))
    const changes: FileChange[] = []
    for (const change of made.changes) changes.push(await fileChange(change, bytesOf(change.file), desk))
    const result = await writeFiles(changes)
    if (result.type === 'changed') continue
    const digests: Record<string, string | null> = Object.fromEntries(documents.map(([name]) => [name, null]))
    for (const [name, { files }] of known)
      digests[name] = documentDigest(files.map((file) => digestNow(file, bytesOf(file), textOf(file), made)))
    return { digests, written: made.written, refused: made.refused, kept: result.kept }
  }
  throw new UserError(
    'document-busy',
    `${documents[0]?.[1].files[0]?.path ?? ''} changed each time it was about to be written.`,
    {
      next: 'Let go of the file (an editor or a sync program keeps saving it), then give the same command again.',
    },
  )
}

async function filesOf(
  documents: readonly (readonly [string, EditDocuments['documents'][string]])[],
  desk: DocumentDesk,
): Promise<FoundFiles> {
  const found = new Map<string, Buffer | null>()
  const read = desk.reader()
  for (const [, { files }] of documents)
    for (const file of files) if (!found.has(keyOf(file))) found.set(keyOf(file), await read(file))
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

function digestNow(
  file: DocumentFile,
  bytes: Buffer | null,
  text: string | null,
  made: RewrittenDocuments,
): string {
  const now = made.textOf(file)
  return fileDigest(now === text ? bytes : now === null ? null : Buffer.from(now))
}
