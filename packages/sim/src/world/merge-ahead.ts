/** Owns the twin of MergeAhead. */
import type { MergeAhead, MergedAhead } from '@harness/core/effects/merge-ahead'
import type { Attempt } from '@harness/shell/effects/failure/attempt'
import type { Ground } from './ground.ts'
import { freshAt, type Twin } from './twin.ts'

async function mergeAhead(
  { process, stage, site: { repository } }: Ground,
  { id, commit, onto }: MergeAhead,
  { signal }: Attempt,
): Promise<MergedAhead> {
  await process.sleep(100, signal)
  const merged = repository.merge(onto, commit)
  const about = { type: 'MergedAhead', at: stage.wall.now(), commandId: id } as const
  if (merged.type === 'conflict') return { ...about, trial: null }
  const { hash, tree } = repository.commit({
    files: merged.files,
    parents: [onto, commit],
    message: 'Try a merge',
    author: 'harness',
    commandId: id,
  })
  return { ...about, trial: { commit: hash, tree } }
}

export const mergeAheadTwin: Twin<MergeAhead> = {
  perform: mergeAhead,
  any: (_command, luck, base) => ({
    ...base,
    type: 'MergedAhead',
    trial: luck.chance(0.8) ? freshAt(base) : null,
  }),
}
