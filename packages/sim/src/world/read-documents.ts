/** Owns the twin of ReadDocuments. */
import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { Contents, DocumentsRead, ReadDocuments } from '@harness/core/effects/read-documents'
import type { OutcomeOf } from '@harness/core/kernel/effect'
import type { Attempt } from '@harness/shell/effects/failure/attempt'
import type { Random } from '../engine/random.ts'
import { commandFailed } from './command-failed.ts'
import type { Ground } from './ground.ts'
import { reread } from './reread.ts'
import type { Twin } from './twin.ts'

/** `drawn` draws documents of the playbook. `isStable`: no person edits a document that the run knows. */
export const readDocumentsTwin = <Read extends Contents>(
  drawn: (luck: Random) => { readonly [Name in keyof Read]: Read[Name] | null },
  isStable = false,
): Twin<ReadDocuments<Read>> => ({
  perform: (ground, command, attempt) =>
    readDocuments(ground, command, attempt) as Promise<OutcomeOf<ReadDocuments<Read>>>,
  any({ known }, luck, base) {
    const digests: Readonly<Record<string, string | null>> = known
    const isKnown = Object.values(digests).every((digest) => digest !== null)
    const isSame = isStable || (isKnown && luck.chance(0.95))
    const contents: Readonly<Record<string, unknown>> = isSame && isKnown ? {} : drawn(luck)
    const documents = Object.fromEntries(
      Object.entries(digests).map(([name, digest]) => [
        name,
        isSame && digest !== null
          ? { digest, changed: null }
          : { digest: `digest-${base.at}`, changed: { content: contents[name] } },
      ]),
    )
    return { ...base, type: 'DocumentsRead', documents: documents as DocumentsRead<Read>['documents'] }
  },
})

/** Only reads, so a repetition is as good as the first. */
async function readDocuments(
  ground: Ground,
  command: ReadDocuments,
  { signal }: Attempt,
): Promise<DocumentsRead | CommandFailed> {
  const { process, stage, site } = ground
  await process.sleep(20, signal)
  const { documents } = site
  if (documents === null) return commandFailed(ground, command, 'document-missing')
  return {
    type: 'DocumentsRead',
    at: stage.wall.now(),
    commandId: command.id,
    documents: Object.fromEntries(
      Object.entries(command.files).map(([name, files]) => [
        name,
        reread(documents.read(name, files), command.known[name] ?? null),
      ]),
    ),
  }
}
