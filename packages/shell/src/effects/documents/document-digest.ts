/** Owns the digest of a document: those of its files, in order. The journal keeps it, so that a change is seen. */
import { createHash } from 'node:crypto'

const separator = '.'
/** A missing file has a digest too. */
const missing = 'none'

export const fileDigest = (content: Buffer | string | null): string =>
  content === null ? missing : createHash('sha256').update(content).digest('hex')

export const documentDigest = (files: readonly (string | null)[]): string =>
  files.map((digest) => digest ?? missing).join(separator)

/**
 * The digest of a document whose first file changed from `before` to `after`. Null if the run expected another first
 * file. The run does not look at the other files here: its next reading finds what people changed in them.
 */
export function digestAfter(expected: string | null, before: string, after: string): string | null {
  if (expected === null) return null
  const [first, ...others] = expected.split(separator)
  return first === before ? documentDigest([after, ...others]) : null
}
