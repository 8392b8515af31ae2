/** Owns the twin of EditDocuments. */
import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { DocumentsEdited, EditDocuments, RefusedEdit } from '@harness/core/effects/edit-documents'
import type { Attempt } from '@harness/shell/effects/failure/attempt'
import type { Random } from '../engine/random.ts'
import { commandFailed } from './command-failed.ts'
import type { Ground } from './ground.ts'
import { digestOf } from './shelf.ts'
import type { Twin } from './twin.ts'

/** How the first edit of a command is refused, if it is. */
export type DrawnRefusal = (luck: Random) => Omit<RefusedEdit, 'edit'> | null

export const editDocumentsTwin = (drawn: DrawnRefusal): Twin<EditDocuments> => ({
  perform: editDocuments,
  any({ edits }, luck, base) {
    const refusal = drawn(luck)
    return {
      ...base,
      type: 'DocumentsEdited',
      digests:
        refusal === null
          ? Object.fromEntries(edits.map(({ document, expected }) => [document, expected]))
          : {},
      written: [],
      refused: refusal === null ? [] : [{ edit: 0, ...refusal }],
    }
  },
})

/** An edit that stands there already is done. */
async function editDocuments(
  ground: Ground,
  command: EditDocuments,
  { signal }: Attempt,
): Promise<DocumentsEdited | CommandFailed> {
  const { process, stage, site } = ground
  await process.sleep(30, signal)
  const { documents } = site
  if (documents === null) return commandFailed(ground, command, 'document-missing')
  return process.effect(`editing ${command.edits.map(({ document }) => document).join(', ')}`, () => {
    const digests: Record<string, string | null> = {}
    const refused: RefusedEdit[] = []
    for (const [at, edit] of command.edits.entries()) {
      const { document, files, expected } = edit
      const known = document in digests ? (digests[document] ?? null) : expected
      const isKnown = digestOf(documents.read(document, files)) === known
      const edited = documents.edit(edit)
      if (edited.type === 'refused') {
        const { reason, detail, problems } = edited
        refused.push({ edit: at, reason, detail, problems })
        continue
      }
      if (edited.kind !== null) stage.changed({ kind: edited.kind, commandId: command.id, once: null })
      digests[document] = isKnown ? digestOf(documents.read(document, files)) : null
    }
    const at = stage.wall.now()
    return { type: 'DocumentsEdited' as const, at, commandId: command.id, digests, written: [], refused }
  })
}
