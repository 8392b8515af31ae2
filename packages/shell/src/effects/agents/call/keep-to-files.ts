/**
 * Holds an agent to the only files that it may write. What it changed beside them is taken out of the lane and kept as a
 * patch, like all that is put back; what git ignores of them is set aside, since no commit has it.
 */
import type { AgentFinished } from '@harness/core/effects/run-agent'
import { mayWriteFile } from '@harness/core/work/may-write'
import { changedFiles } from '../../../machine/git/changes.ts'
import { gitOk } from '../../../machine/git/git.ts'
import { safeRevision } from '../../../machine/git/refs.ts'
import { fullStatus } from '../../../machine/git/status.ts'
import { keptTree } from '../../../machine/git/working-tree.ts'
import { ignoredAside, moveAside } from '../../lanes/move-aside.ts'
import { putBack } from '../../lanes/put-back.ts'
import type { AgentCall } from './agent-call.ts'

/** What it wrote of them in vain, moved to where a person finds it; null if git ignores none. */
export async function ignoredOf({
  command,
  lane,
  ports,
}: AgentCall): Promise<NonNullable<AgentFinished['ignored']> | null> {
  const { mayWrite = [] } = command
  if (mayWrite.length === 0) return null
  const { ignored } = await fullStatus(lane.path)
  const files = ignored.filter((path) => mayWrite.includes(path))
  if (files.length === 0) return null
  const kept = ignoredAside(ports.runDir, command.id)
  for (const path of files) await moveAside(kept, lane.path, path)
  return { files, kept }
}

/** Null if it kept to them, or may write anything. */
export async function keepToFiles({
  command,
  lane,
  recording,
  ports,
}: AgentCall): Promise<AgentFinished['violation']> {
  const { mayWrite, artifacts = [], startCommit } = command
  if (mayWrite === undefined) return null
  const found = await keptTree(lane.path)
  const changed = await changedFiles(lane.path, startCommit, found)
  const files = changed.filter((path) => !mayWriteFile(mayWrite, path))
  if (files.length === 0) return null
  const { patch } = await putBack(lane, startCommit, ports, command.id)
  const rest = changed.filter((path) => mayWriteFile(mayWrite, path))
  if (rest.length > 0) {
    const from = `--source=${safeRevision(found)}`
    const env = { GIT_LITERAL_PATHSPECS: '1' }
    await gitOk(lane.path, ['restore', '--quiet', from, '--worktree', '--', ...rest], { env })
  }
  const own = [...mayWrite, ...artifacts].join(', ')
  recording.note(`what the agent changed beside ${own} was kept in ${patch}`)
  return { files, patch: patch ?? '' }
}
