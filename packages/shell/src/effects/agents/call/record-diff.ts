/** Puts what an agent changed into the call's recording, if it is short enough to be read there. */
import { readFile } from 'node:fs/promises'
import type { CommitHash } from '@harness/core/kernel/ids'
import { withPatch } from '../../../machine/git/changes.ts'
import type { AgentCall } from './agent-call.ts'

const mostBytes = 64 * 1024 * 1024

/** Up to `commit`, or up to the lane as it is, which is then about to be set aside. */
export const recordDiff = ({ lane, command, recording }: AgentCall, commit?: CommitHash): Promise<void> =>
  withPatch(lane.path, command.startCommit, commit, async ({ path, bytes }) => {
    if (bytes <= mostBytes) return recording.keepDiff(await readFile(path))
    const place = commit === undefined ? 'among what the run set aside' : `in commit ${commit}`
    return recording.keepDiff(
      Buffer.from(`The change has ${bytes} bytes, too many to record. It is ${place}.\n`),
    )
  })
