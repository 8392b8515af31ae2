/** Owns the record of MergeAhead. It moves nothing; made again from the same commits, the merge is the same. */
import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { MergeAhead, MergedAhead, Trial } from '@harness/core/effects/merge-ahead'
import { commitTree, newestDate } from '../../machine/git/commits.ts'
import { mergeTreeWrite } from '../../machine/git/merge-tree.ts'
import { again, type Effect } from '../effect.ts'
import type { Attempt } from '../failure/attempt.ts'
import { orCommandFailed } from '../failure/expected-failure.ts'
import { commandFailed } from '../failure-endings.ts'
import { commandTrailer } from '../lanes/command-trailer.ts'
import type { LanePorts } from '../lanes/lane-ports.ts'

/** It is no work of anyone's, and no branch leads to it. */
const identity = { name: 'harness', email: 'harness@localhost' }

const mergeAhead = (
  command: MergeAhead,
  attempt: Attempt,
  ports: LanePorts,
): Promise<MergedAhead | CommandFailed> =>
  orCommandFailed(command, attempt, ports, async () => ({
    type: 'MergedAhead',
    at: ports.clock.now(),
    commandId: command.id,
    trial: await trialOf(command, ports),
  }))

async function trialOf({ id, commit, onto }: MergeAhead, { repoRoot }: LanePorts): Promise<Trial | null> {
  const merged = await mergeTreeWrite(repoRoot, onto, commit)
  if (!merged.clean) return null
  const { tree } = merged
  const parents = [onto, commit]
  const at = await newestDate(repoRoot, parents)
  const message = 'Try a merge that is not due yet'
  const trailers = [commandTrailer(id)]
  return { tree, commit: await commitTree(repoRoot, { tree, parents, message, trailers, at, identity }) }
}

export const mergeAheadEffect: Effect<MergeAhead, LanePorts> = {
  type: 'MergeAhead',
  perform: mergeAhead,
  outcomes: {
    MergedAhead: {
      line: () => null,
      log: ({ trial }) => trial?.commit ?? 'a conflict',
      replay: again,
    },
    CommandFailed: commandFailed,
  },
}
