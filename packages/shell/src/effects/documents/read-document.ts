/** Reads one document from its files, as they are now. */
import type { DocumentFile } from '@harness/core/effects/document-file'
import { invariant } from '@harness/core/kernel/invariant'
import { UserError } from '@harness/core/kernel/user-error'
import type { AnyCodec, Texts } from '@harness/formats/documents/codec/document-codec'
import { userErrorOf } from '@harness/formats/text/user-error-of'
import type { DocumentDesk, FileReader } from './document-desk.ts'
import { documentDigest, fileDigest } from './document-digest.ts'

export interface ReadDocument {
  readonly digest: string
  /** Null if the first file is missing. Throws if the document has mistakes. */
  content(): unknown
  /** What people should hear of the content. */
  notes(): readonly string[]
}

export async function readDocument(
  document: string,
  [first, ...others]: readonly DocumentFile[],
  desk: DocumentDesk,
  read: FileReader = desk.reader(),
): Promise<ReadDocument> {
  invariant(first !== undefined, `${document} has a file`)
  const codec = desk.codecOf(document)
  const walked = await walkedFirst(document, first, desk, read)
  const bytes: (Buffer | null)[] = []
  for (const file of others) bytes.push(await read(file))
  return {
    digest: documentDigest([walked?.digest ?? null, ...bytes.map(fileDigest)]),
    content() {
      const texts = bytes.map((one) => one?.toString('utf8') ?? null)
      return walked === null ? null : sound(codec, walked.walked(), texts, desk.resume)
    },
    notes: () => (walked === null ? [] : (codec.notesOn?.(walked.walked()) ?? [])),
  }
}

/** Null if the first file is missing. Throws if the document has mistakes. */
export function contentOf(codec: AnyCodec, [first = null, ...others]: Texts, resume: string | null): unknown {
  return first === null && codec.isOptional !== true
    ? null
    : sound(codec, codec.walk(first ?? ''), others, resume)
}

function sound(codec: AnyCodec, walked: unknown, others: Texts, resume: string | null): unknown {
  const parsed = codec.parse(walked, others)
  if (!parsed.ok) throw thenResume(userErrorOf(codec.format, parsed.problems), resume)
  return parsed.value
}

/** A file that is edited in place is walked at once and kept; another one only if its content is asked for. */
async function walkedFirst(
  document: string,
  file: DocumentFile,
  desk: DocumentDesk,
  read: FileReader,
): Promise<{ readonly digest: string; walked(): unknown } | null> {
  const codec = desk.codecOf(document)
  if (codec.inPlace !== null) {
    const known = (await desk.knownFile(file, codec)).read()
    return known === null ? null : { digest: known.digest, walked: () => known.walked }
  }
  const bytes = await read(file)
  return bytes === null && codec.isOptional !== true
    ? null
    : { digest: fileDigest(bytes), walked: () => codec.walk(bytes?.toString('utf8') ?? '') }
}

const thenResume = (error: UserError, resume: string | null): UserError => {
  const { code, message, next, exitCode } = error
  return resume === null
    ? error
    : new UserError(code, message, { next: `${next}; then resume: ${resume}`, exitCode })
}
