/**
 * EditDocuments: makes edits in documents as they are now. Edits of a file in place change a few bytes; other edits
 * write whole files, all of a document or none.
 *
 * Safe to repeat: an edit that stands there already is done, whether a person or an earlier attempt made it.
 */
import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { DocumentsEdited, EditDocuments, RefusedEdit } from '@harness/core/effects/edit-documents'
import type { Attempt } from '../failure/attempt.ts'
import { orCommandFailed } from '../failure/expected-failure.ts'
import type { DocumentDesk } from './document-desk.ts'
import { editDocument } from './edit-document.ts'
import { guardBranch } from './guard-branch.ts'

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
    const written: string[] = []
    const kept: string[] = []
    for (const [at, edit] of command.edits.entries()) {
      const expected = edit.document in digests ? (digests[edit.document] ?? null) : edit.expected
      const made = await editDocument({ ...edit, expected }, desk)
      if (made.type === 'refused') {
        const { reason, detail, problems } = made
        refused.push({ edit: at, reason, detail, problems })
        continue
      }
      digests[edit.document] = made.digest
      written.push(...made.written)
      kept.push(...made.kept)
    }
    return {
      type: 'DocumentsEdited',
      at: clock.now(),
      commandId: command.id,
      digests,
      written,
      refused,
      ...(kept.length === 0 ? {} : { notes: [`what was there before is kept in ${kept.join(' and ')}`] }),
    }
  })
