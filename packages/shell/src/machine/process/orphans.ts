/** Ends what an earlier harness, killed before it could, left running; only processes that carry the run's own tag. */
import { endTree } from './end-tree.ts'
import type { ProcessIdentity } from './process-identity.ts'

const graceMs = 2_000

/**
 * Ends every process whose tag is `runTag` or begins with `runTag/`, and says which were found. To be called by the
 * holder of the run's lease before it starts anything of its own. Finds nothing if the system has no process
 * table to read.
 */
export async function endOrphans(runTag: string): Promise<readonly ProcessIdentity[]> {
  const isOurs = (tag: string): boolean => tag === runTag || tag.startsWith(`${runTag}/`)
  const ended = await endTree({ group: null, isOurs }, graceMs)
  return ended.map(({ pid, startTime }) => ({ pid, startTime }))
}
