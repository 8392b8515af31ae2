/**
 * EditDocuments: makes edits in documents as they are now. Edits of a file in place change a few bytes; other edits
 * write whole files, all of the command or none.
 *
 * Safe to repeat: an edit that is there already is done, whether a person or an earlier attempt made it.
 */
import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { DocumentsEdited, EditDocuments } from '@harness/core/effects/edit-documents'
import { redactValue } from '../../machine/redaction/redact-value.ts'
import type { Attempt } from '../failure/attempt.ts'
import { orCommandFailed } from '../failure/expected-failure.ts'
import type { DocumentDesk } from './document-desk.ts'
import { guardBranch } from './guard-branch.ts'
import { patchDocuments } from './patch-documents.ts'
import { rewriteFiles } from './rewrite-files.ts'

export const editDocuments = (
  command: EditDocuments,
  attempt: Attempt,
  desk: DocumentDesk,
): Promise<DocumentsEdited | CommandFailed> =>
  orCommandFailed(command, attempt, desk.ports, async () => {
    const { clock, redact, repoRoot } = desk.ports
    await guardBranch(repoRoot, command.branch)
    const patched = await patchDocuments(command, desk)
    const { digests, written, refused, kept } = await rewriteFiles(command, desk)
    return {
      type: 'DocumentsEdited',
      at: clock.now(),
      commandId: command.id,
      digests: { ...patched.digests, ...digests },
      written,
      refused: redactValue([...patched.refused, ...refused], redact),
      ...(kept.length === 0 ? {} : { notes: [`what was there before is kept in ${kept.join(' and ')}`] }),
    }
  })
