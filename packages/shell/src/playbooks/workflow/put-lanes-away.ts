/** Owns the lanes of a workflow: which it has, and how they are put away when a person ends it. */
import { commandId } from '@harness/core/kernel/ids'
import type { WorkflowState } from '@harness/core/playbooks/workflow/state'
import { closeLane } from '../../effects/lanes/close-lane.ts'
import type { LanePorts } from '../../effects/lanes/lane-ports.ts'
import { isLaneThere, readLaneRecord } from '../../effects/lanes/lane-record.ts'
import { putBack } from '../../effects/lanes/put-back.ts'
import type { KnownLane } from '../../effects/lanes/restore-lane.ts'
import type { RunOutside } from '../../engine/conduct/run-outside.ts'
import { runPorts } from '../../engine/conduct/run-ports.ts'
import { isAncestor } from '../../machine/git/commits.ts'
import { userIdentity } from '../../machine/git/identity.ts'
import { isInPlace } from '../../machine/git/lane-dirs.ts'
import { readRef } from '../../machine/git/refs.ts'
import { outsideOfRun } from './outside-in-place.ts'

/** The main lane first. Those of agents that work side by side start from its branch. */
export function lanesOf({ lane, at, input }: WorkflowState): readonly KnownLane[] {
  if (lane === null) return []
  const seats = at.phase === 'work' ? at.seats.flatMap((seat) => seat.lane ?? []) : []
  return [
    { ...lane, baseBranch: input.baseBranch },
    ...seats.map((one) => ({ ...one, baseBranch: lane.branch })),
  ]
}

export interface PutAway {
  /** The branch that stays, because its work is nowhere else; null if there is none. */
  readonly branch: string | null
  /** Why a lane is still there. */
  readonly kept: readonly string[]
}

/**
 * Work that an agent left half done is kept as a patch. A checkout that was worked in stays as it is. Safe to repeat: a lane
 * that is gone is skipped.
 */
export async function putLanesAway(
  state: WorkflowState,
  runDir: string,
  outside: RunOutside,
): Promise<PutAway> {
  const { input } = state
  const identity = input.author ?? (await userIdentity(outside.repoRoot))
  const ports = await runPorts(await outsideOfRun(outside, runDir, input, identity), runDir, {
    identity,
    baseBranch: input.baseBranch,
  })
  const kept: string[] = []
  let branch: string | null = null
  for (const known of lanesOf(state).toReversed()) {
    const { lane, branch: name, baseBranch } = known
    const id = commandId(input.runId, 'stop', lane, 1)
    const keepsBranch = await readyToClose(known, id, ports)
    const closed = await closeLane(
      { type: 'CloseLane', id, lane, branch: name, baseBranch, ...(keepsBranch ? { keepsBranch } : {}) },
      { signal: new AbortController().signal, repeated: false },
      ports,
    )
    const why = closed.type === 'LaneClosed' ? closed.kept : closed.detail
    if (why !== null) kept.push(why)
    if (keepsBranch) branch = name
  }
  return { branch, kept }
}

/** Puts back what is in no commit. True if the branch has commits that its base does not have. */
async function readyToClose(
  { lane, branch, baseBranch }: KnownLane,
  purpose: string,
  ports: LanePorts,
): Promise<boolean> {
  const { repoRoot, stateDir } = ports
  const record = await readLaneRecord(stateDir, lane)
  if (record === null || isInPlace(record.path)) return false
  const tip = await readRef(repoRoot, `refs/heads/${branch}`)
  if (tip === null) return false
  if (isLaneThere(record)) await putBack(record, tip, ports, purpose)
  const base = await readRef(repoRoot, `refs/heads/${baseBranch}`)
  return base === null || !(await isAncestor(repoRoot, tip, base))
}
