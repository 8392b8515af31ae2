/** Makes one edit in one document as it is now: in place, or by writing whole files. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DocumentEdit } from '@harness/core/effects/edit-documents'
import { containedPath } from '@harness/core/kernel/contained-path'
import { invariant } from '@harness/core/kernel/invariant'
import { UserError } from '@harness/core/kernel/user-error'
import type { Applied, EditWorld, WrittenText } from '@harness/formats/documents/codec/document-codec'
import type { DocumentDesk } from './document-desk.ts'
import { digestAfter, documentDigest, fileDigest } from './document-digest.ts'
import { readDocument } from './read-document.ts'
import { type FileChange, writeFiles } from './write-files.ts'

export type MadeEdit =
  | {
      readonly type: 'made'
      /** Null if the document is not what was expected, apart from the edit. */
      readonly digest: string | null
      /** Files that the edit wrote as a whole. */
      readonly written: readonly string[]
      /** Files that hold what was there before. */
      readonly kept: readonly string[]
    }
  | Extract<Applied<unknown>, { readonly type: 'refused' }>

/** An editor that saves again and again is given way to this often. */
const mostAttempts = 50

export const editDocument = (edit: DocumentEdit, desk: DocumentDesk): Promise<MadeEdit> =>
  desk.codecOf(edit.document).inPlace === null ? rewrite(edit, desk) : patch(edit, desk)

const worldOf = ({ ports: { repoRoot, redact } }: DocumentDesk): EditWorld => ({
  redact,
  has: (path) => path === '.' || (containedPath(path).ok && existsSync(join(repoRoot, path))),
})

async function patch(edit: DocumentEdit, desk: DocumentDesk): Promise<MadeEdit> {
  const { document, files, expected } = edit
  const [first] = files
  invariant(first !== undefined, `${document} has a file`)
  const file = await desk.knownFile(first, desk.codecOf(document))
  const made = () => file.edit(edit.edit, worldOf(desk))
  const patched = await whenSound(made(), edit, desk, made)
  invariant(patched.type !== 'write', `${document} is edited in place`)
  return patched.type === 'refused'
    ? patched
    : { type: 'made', digest: digestAfter(expected, patched.before, patched.after), written: [], kept: [] }
}

/** A document with mistakes, half saved perhaps, does not tell that an edit no longer fits. */
async function whenSound<Result extends { readonly type: string }>(
  result: Result,
  { document, files }: DocumentEdit,
  desk: DocumentDesk,
  again: () => Result,
): Promise<Result> {
  if (result.type !== 'refused') return result
  const { content } = await readDocument(document, files, desk)
  content()
  return again()
}

async function rewrite(
  { document, files, expected, edit }: DocumentEdit,
  desk: DocumentDesk,
): Promise<MadeEdit> {
  const codec = desk.codecOf(document)
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    const found: (Buffer | null)[] = []
    const read = desk.reader()
    for (const file of files) found.push(await read(file))
    const [first = null, ...others] = found.map((bytes) => bytes?.toString('utf8') ?? null)
    const applied = codec.apply(first === null ? null : codec.walk(first), others, edit, worldOf(desk))
    invariant(applied.type !== 'patch', `${document} is written as a whole`)
    if (applied.type === 'refused') return applied
    const isExpected = documentDigest(found.map(fileDigest)) === expected
    const texts = applied.type === 'done' ? [] : applied.texts
    const changes: FileChange[] = []
    for (const text of texts) changes.push(await changeOf(text, files, found, desk))
    const result = await writeFiles(changes)
    if (result.type === 'changed') continue
    return {
      type: 'made',
      digest: isExpected ? documentDigest(digestsAfter(found, texts)) : null,
      written: texts.flatMap(({ file, text }) => (text === null ? [] : (files[file]?.path ?? []))),
      kept: result.kept,
    }
  }
  throw new UserError(
    'document-busy',
    `${files[0]?.path ?? document} changed each time it was about to be written.`,
    {
      next: 'Let go of the file (an editor or a sync program keeps saving it), then give the same command again.',
    },
  )
}

async function changeOf(
  { file: at, text, keepsOld }: WrittenText,
  files: DocumentEdit['files'],
  found: readonly (Buffer | null)[],
  desk: DocumentDesk,
): Promise<FileChange> {
  const file = files[at]
  invariant(file !== undefined, 'a codec writes the files of its document')
  return { root: await desk.rootOf(file), path: file.path, found: found[at] ?? null, text, keepsOld }
}

const digestsAfter = (found: readonly (Buffer | null)[], texts: readonly WrittenText[]): readonly string[] =>
  found.map((bytes, at) => {
    const written = texts.find(({ file }) => file === at)
    return fileDigest(
      written === undefined ? bytes : written.text === null ? null : Buffer.from(written.text),
    )
  })
