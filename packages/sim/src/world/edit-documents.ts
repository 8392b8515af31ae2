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
  any({ documents, edits }, luck, base) {
    const refusal = edits.length === 0 ? null : drawn(luck)
    return {
      ...base,
      type: 'DocumentsEdited',
      digests: Object.fromEntries(Object.entries(documents).map(([name, { expected }]) => [name, expected])),
      written: [],
      refused: refusal === null ? [] : [{ edit: 0, ...refusal }],
    }
  },
})

/** An edit that is there already is done. */
async function editDocuments(
  ground: Ground,
  command: EditDocuments,
  { signal }: Attempt,
): Promise<DocumentsEdited | CommandFailed> {
  const { process, stage, site } = ground
  await process.sleep(30, signal)
  const { documents } = site
  if (documents === null) return commandFailed(ground, command, 'document-missing')
  const stated = Object.entries(command.documents)
  return process.effect(`editing ${stated.map(([name]) => name).join(', ')}`, () => {
    const edited = new Set(command.edits.map(({ document }) => document))
    const isKnown = stated.map(
      ([name, { files, expected }]) => digestOf(documents.read(name, files)) === expected,
    )
    const { kinds, refused } = documents.edit(command)
    for (const kind of kinds) stage.changed({ kind, commandId: command.id, once: null })
    const digests = Object.fromEntries(
      stated.flatMap(([name, { files, expected }], nth) => {
        const digest = isKnown[nth] === true ? digestOf(documents.read(name, files)) : null
        return digest === expected && !edited.has(name) ? [] : [[name, digest]]
      }),
    )
    const at = stage.wall.now()
    return { type: 'DocumentsEdited' as const, at, commandId: command.id, digests, written: [], refused }
  })
}
