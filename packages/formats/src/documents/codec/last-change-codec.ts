/** Owns the text of a file's last change on a branch: commit, author and subject. No name in git contains a NUL. */
import type { LastChange } from '@harness/core/effects/document-file'
import type { DocumentCodec } from './document-codec.ts'
import { readOnly } from './text-codec.ts'

const separator = '\0'

export const lastChangeCodec: DocumentCodec<LastChange> = readOnly('plan', (text) => {
  const [commit = '', author = '', subject = ''] = text.split(separator)
  return { commit, author, subject }
})

export const printLastChange = ({ commit, author, subject }: LastChange): string =>
  [commit, author, subject].join(separator)
