/** Owns the twin of CleanUp: texts of the checkout go. */

import type { CleanedUp, CleanUp } from '@harness/core/effects/clean-up'
import { inCheckout } from '@harness/core/effects/document-file'
import { keyOf } from '@harness/formats/documents/codec/rewrite-documents'
import type { Attempt } from '@harness/shell/effects/failure/attempt'
import type { Ground } from '../../world/ground.ts'
import type { Twin } from '../../world/twin.ts'

export const cleanUpTwin: Twin<CleanUp> = {
  perform: cleanUp,
  any: ({ docsPath, working }, luck, base) =>
    luck.chance(0.1)
      ? { ...base, type: 'CleanUpRefused', path: docsPath, why: 'it leads through a link' }
      : { ...base, type: 'CleanedUp', removed: working },
}

async function cleanUp(
  { process, stage, site }: Ground,
  { id, docs, working }: CleanUp,
  { signal }: Attempt,
): Promise<CleanedUp> {
  await process.sleep(20, signal)
  const papers = site.papers ?? new Map<string, string>()
  const removed: string[] = []
  for (const path of [...docs, ...working]) {
    const key = keyOf(inCheckout(path.replace(/\/$/, '')))
    const gone = [...papers.keys()].filter((other) => other === key || other.startsWith(`${key}/`))
    if (gone.length === 0) continue
    await process.effect(`removing ${path}`, () => {
      for (const each of gone) papers.delete(each)
      stage.changed({ kind: `removed ${path}`, commandId: id, once: null })
    })
    removed.push(path)
  }
  return { type: 'CleanedUp', at: stage.wall.now(), commandId: id, removed }
}
