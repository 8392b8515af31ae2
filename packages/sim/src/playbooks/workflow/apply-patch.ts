/** Owns the twin of ApplyPatch: the lane is put back first, and the patch is one commit or nothing. */

import type { ApplyPatch, PatchApplied, PatchRefused } from '@harness/core/effects/apply-patch'
import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { Attempt } from '@harness/shell/effects/failure/attempt'
import type { Random } from '../../engine/random.ts'
import { commandFailed } from '../../world/command-failed.ts'
import { type Ground, luckOf } from '../../world/ground.ts'
import type { Files } from '../../world/repository.ts'
import { freshAt, type Twin } from '../../world/twin.ts'

/** What a patch makes of the files; null if it does not fit them. */
export type Patched = (files: Files, diff: string, luck: Random) => Files | null

export const applyPatchTwin = (patched: Patched): Twin<ApplyPatch> => ({
  perform: (ground, command, attempt) => applyPatch(ground, command, attempt, patched),
  any: (_command, luck, base) =>
    luck.chance(0.3)
      ? { ...base, type: 'PatchRefused', reason: luck.pick(['hunk', 'path']), detail: 'it does not fit' }
      : { ...base, type: 'PatchApplied', ...freshAt(base), changedFiles: ['src/0.1/a.js'] },
})

async function applyPatch(
  ground: Ground,
  command: ApplyPatch,
  { signal }: Attempt,
  patched: Patched,
): Promise<PatchApplied | PatchRefused | CommandFailed> {
  const { process, stage, site } = ground
  await process.sleep(50, signal)
  const lane = site.lanes.find(command.lane)
  if (lane === null) return commandFailed(ground, command, 'lane-gone')
  const told = (): { readonly at: number; readonly commandId: ApplyPatch['id'] } => ({
    at: stage.wall.now(),
    commandId: command.id,
  })
  const head = site.repository.commitOf(site.lanes.headOf(lane))
  if (head.commandId !== command.id)
    await process.effect('putting the lane back', () =>
      site.lanes.putBack(lane, command.startCommit, command.id),
    )
  const before = site.repository.commitOf(command.startCommit).files
  const files = patched(before, command.diff, luckOf(ground, command.id))
  if (head.commandId !== command.id && files === null)
    return { ...told(), type: 'PatchRefused', reason: 'hunk', detail: 'it does not fit' }
  const commit =
    files === null || head.commandId === command.id
      ? head
      : await process.effect('committing the patch', () => {
          const made = site.repository.commit({
            files,
            parents: [command.startCommit],
            message: command.commitMessage,
            author: 'harness',
            commandId: command.id,
          })
          site.repository.point(lane.branch, made.hash)
          return made
        })
  const changedFiles = [...new Set([...Object.keys(before), ...Object.keys(commit.files)])].filter(
    (path) => before[path] !== commit.files[path],
  )
  return { ...told(), type: 'PatchApplied', commit: commit.hash, tree: commit.tree, changedFiles }
}
