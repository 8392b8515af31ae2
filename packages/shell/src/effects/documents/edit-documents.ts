/**
 * EditDocuments: makes edits in documents as they are now. Edits of a file in place change a few bytes; other edits
 * write whole files, all of a document or none.
 *
 * Safe to repeat: an edit that stands there already is done, whoever made it.
 */
import type { CommandFailed } from '@harness/core/effects/command-failed'
import type {
  DocumentEdit,
  DocumentsEdited,
  EditDocuments,
  RefusedEdit,
} from '@harness/core/effects/edit-documents'
import { invariant } from '@harness/core/kernel/invariant'
import type { Applied, EditWorld } from '@harness/formats/documents/codec/document-codec'
import type { Attempt } from '../failure/attempt.ts'
import { orCommandFailed } from '../failure/expected-failure.ts'
import type { DocumentDesk } from './document-desk.ts'
import { digestAfter } from './document-digest.ts'
import { guardBranch } from './guard-branch.ts'
import { readDocument } from './read-document.ts'

export const editDocuments = (
  command: EditDocuments,
  attempt: Attempt,
  desk: DocumentDesk,
): Promise<DocumentsEdited | CommandFailed> =>
  orCommandFailed(command, attempt, desk.ports, async () => {
    const { clock, repoRoot } = desk.ports
    await guardBranch(repoRoot, command.branch)
    const digests: Record<string, string | null> = {}
    const refused: RefusedEdit[] = []
    for (const [at, edit] of command.edits.entries()) {
      const expected = edit.document in digests ? (digests[edit.document] ?? null) : edit.expected
      const made = await madeEdit({ ...edit, expected }, desk)
      if (made.type === 'refused') {
        const { reason, detail, problems } = made
        refused.push({ edit: at, reason, detail, problems })
      } else digests[edit.document] = made.digest
    }
    return { type: 'DocumentsEdited', at: clock.now(), commandId: command.id, digests, refused }
  })

type Made = { readonly type: 'made'; readonly digest: string | null } | Refusal
type Refusal = Extract<Applied<unknown>, { readonly type: 'refused' }>

async function madeEdit(edit: DocumentEdit, desk: DocumentDesk): Promise<Made> {
  const { document, files, expected } = edit
  const codec = desk.codecOf(document)
  const [first] = files
  invariant(first !== undefined && codec.inPlace !== null, `${document} is edited in place`)
  const world: EditWorld = { redact: desk.ports.redact, has: () => false }
  const file = desk.knownFile(first, codec)
  const try1 = file.edit(edit.edit, world)
  const patched =
    try1.type === 'refused' ? await whenSound(edit, desk, () => file.edit(edit.edit, world)) : try1
  invariant(patched.type !== 'write', `${document} is edited in place`)
  return patched.type === 'refused'
    ? patched
    : { type: 'made', digest: digestAfter(expected, patched.before, patched.after) }
}

/** A document with mistakes, half saved perhaps, does not tell that an edit no longer fits. */
async function whenSound<Result>(
  { document, files }: DocumentEdit,
  desk: DocumentDesk,
  again: () => Result,
): Promise<Result> {
  ;(await readDocument(document, files, desk)).content()
  return again()
}
