/** Owns the twin of WriteDocuments. */
import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { Reread } from '@harness/core/effects/reread'
import type { DocumentsWritten, WriteDocuments } from '@harness/core/playbooks/mission/write-documents'
import { editDocuments } from '@harness/formats/documents/mission/edit-documents'
import type { Attempt } from '@harness/shell/effects/failure/attempt'
import type { Random } from '../../engine/random.ts'
import { commandFailed } from '../../world/command-failed.ts'
import type { Ground } from '../../world/ground.ts'
import { contractIn, factsIn, featuresIn, keyOf, memoryIn } from '../../world/papers.ts'
import { digestOf } from '../../world/shelf.ts'
import type { OutcomeStart, Twin } from '../../world/twin.ts'

export const writeDocumentsTwin: Twin<WriteDocuments> = { perform: writeDocuments, any: written }

/** Every edit is held against the files as they are then; made twice, it changes nothing the second time. */
async function writeDocuments(
  ground: Ground,
  command: WriteDocuments,
  { signal }: Attempt,
): Promise<DocumentsWritten | CommandFailed> {
  const { process, stage, site } = ground
  await process.sleep(30, signal)
  const { papers } = site
  if (papers === null) return commandFailed(ground, command, 'document-missing')
  return process.effect('writing documents', () => {
    const before = {
      features: digestOf(featuresIn(papers)),
      contract: digestOf(contractIn(papers)),
      memory: digestOf(memoryIn(papers)),
    }
    const { changed, refused } = editDocuments(command.edits, (file) => papers.files.get(keyOf(file)) ?? null)
    // A process that died in the midst of it left some of them written: each by itself is still whole.
    for (const file of changed)
      if (file.text === null) papers.files.delete(keyOf(file))
      else papers.files.set(keyOf(file), file.text)
    if (changed.length > 0) stage.changed({ kind: 'documents written', commandId: command.id, once: null })
    const told = <Content>(content: Content, was: string, known: string | null): Reread<Content> => ({
      digest: digestOf(content),
      changed: was === known && refused.length === 0 ? null : { content },
    })
    return {
      type: 'DocumentsWritten' as const,
      at: stage.wall.now(),
      commandId: command.id,
      features: told(featuresIn(papers), before.features, command.known.features),
      contract: told(contractIn(papers), before.contract, command.known.contract),
      memory: told(memoryIn(papers), before.memory, command.known.memory ?? null),
      fired: factsIn(papers).fired,
      refused,
    }
  })
}

/** Now and then a person was quicker with a feature. */
function written({ edits }: WriteDocuments, luck: Random, base: OutcomeStart): DocumentsWritten {
  const edit = edits.findIndex(({ type }) => type === 'feature')
  const same = { digest: 'digest', changed: null }
  return {
    ...base,
    type: 'DocumentsWritten',
    features: same,
    contract: same,
    refused: edit >= 0 && luck.chance(0.03) ? [{ edit, detail: 'it was edited' }] : [],
  }
}
