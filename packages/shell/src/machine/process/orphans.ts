/** Ends what an earlier harness, killed before it could, left running; only processes that a harness started. */
import { endTree } from './end-tree.ts'
import type { ProcessIdentity } from './process-identity.ts'
import { readVariable } from './process-table.ts'

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

/** Ends what any harness started with this variable. To be called by the only one that may start such a process now. */
export async function endStartedWith(name: string, value: string): Promise<void> {
  await endTree({ group: null, isOurs: (_tag, pid) => readVariable(pid, name) === value }, graceMs)
}
