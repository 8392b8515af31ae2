/** Owns the twin of CommitChange: one commit on the base, found again if it was made before a crash. */

import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { ChangeCommitted, CommitChange } from '@harness/core/effects/commit-change'
import { inCheckout } from '@harness/core/effects/document-file'
import { keyOf } from '@harness/formats/documents/codec/rewrite-documents'
import type { Attempt } from '@harness/shell/effects/failure/attempt'
import { commandFailed } from '../../world/command-failed.ts'
import type { Ground } from '../../world/ground.ts'
import type { Files } from '../../world/repository.ts'
import { freshAt, type Twin } from '../../world/twin.ts'

export const commitChangeTwin: Twin<CommitChange> = {
  perform: commitChange,
  any: ({ add }, luck, base) => ({
    ...base,
    type: 'ChangeCommitted',
    ...freshAt(base),
    unstaged: luck.chance(0.2) ? add.slice(0, 1).map((file) => ({ file, reason: 'it cannot be read' })) : [],
  }),
}

async function commitChange(
  ground: Ground,
  command: CommitChange,
  { signal }: Attempt,
): Promise<ChangeCommitted | CommandFailed> {
  const { process, stage, site } = ground
  await process.sleep(50, signal)
  const lane = site.lanes.find(command.lane)
  if (lane === null || lane.branch !== command.branch) return commandFailed(ground, command, 'lane-gone')
  const head = site.repository.commitOf(site.lanes.headOf(lane))
  const commit =
    head.commandId === command.id
      ? head
      : await process.effect('committing the change', () => {
          const made = site.repository.commit({
            files: { ...site.repository.commitOf(command.commit).files, ...addedFiles(ground, command.add) },
            parents: [command.baseCommit],
            message: command.message,
            author: 'harness',
            commandId: command.id,
          })
          site.lanes.putBack(lane, command.commit, command.id)
          site.repository.point(lane.branch, made.hash)
          stage.changed({ kind: 'change committed', commandId: command.id, once: command.id })
          return made
        })
  const told = { at: stage.wall.now(), commandId: command.id }
  return { ...told, type: 'ChangeCommitted', commit: commit.hash, tree: commit.tree, unstaged: [] }
}

/** A folder stands for the files in it. */
function addedFiles({ site: { papers } }: Ground, add: readonly string[]): Files {
  const root = keyOf(inCheckout(''))
  const texts = [...(papers ?? [])].map(([key, text]) => [key.slice(root.length), text, key] as const)
  const isAdded = (path: string): boolean =>
    add.some((added) => path === added || (added.endsWith('/') && path.startsWith(added)))
  return Object.fromEntries(
    texts.flatMap(([path, text, key]) => (key.startsWith(root) && isAdded(path) ? [[path, text]] : [])),
  )
}
