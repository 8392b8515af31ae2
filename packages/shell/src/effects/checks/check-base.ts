/**
 * CheckBase: runs checks on the untouched base, in a clean room. Checks that are known to pass on that tree start no process.
 * In place, beside an agent, they run in a lane that belongs to them, one run after the other. Safe to repeat: it changes
 * nothing, and checks run again from the first.
 */

import type { BaseChecked, CheckBase } from '@harness/core/effects/check-base'
import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { ChecksFinished, RunChecks } from '@harness/core/effects/run-checks'
import { asLaneName, type CommitHash, type LaneName, type TreeHash } from '@harness/core/kernel/ids'
import { makeDir } from '../../machine/disk/durable-dir.ts'
import { resolveCommit, treeOf } from '../../machine/git/commits.ts'
import { fetchMissing } from '../../machine/git/fetch-missing.ts'
import { gitOk } from '../../machine/git/git.ts'
import { isInPlace } from '../../machine/git/lane-dirs.ts'
import { withLock } from '../../machine/lock/with-lock.ts'
import type { Attempt } from '../failure/attempt.ts'
import { orCommandFailed } from '../failure/expected-failure.ts'
import { baseBranchMissing } from '../lanes/base-branch-missing.ts'
import { ownBranches } from '../lanes/base-source.ts'
import { layRepository } from '../lanes/lay-repository.ts'
import { makeLane } from '../lanes/open-lane.ts'
import type { CheckPorts } from './check-ports.ts'
import { areProven, recordProven } from './proven-trees.ts'
import { runChecks } from './run-checks.ts'

const lane = asLaneName('base-check')
/** What the lane of the checks beside an agent is on. */
const baseCheckBranch = 'task/base-check'
/** The checks of another run may be long. */
const lockWaitMs = 60 * 60_000

export const checkBase = (
  command: CheckBase,
  attempt: Attempt,
  ports: CheckPorts,
): Promise<BaseChecked | CommandFailed> =>
  orCommandFailed(command, attempt, ports, async () => {
    const at = await baseOf(command, attempt.signal, ports)
    const checked = (evidence: BaseChecked['evidence'], more: Partial<BaseChecked>): BaseChecked => ({
      type: 'BaseChecked',
      at: ports.clock.now(),
      commandId: command.id,
      ...at,
      evidence,
      known: [],
      ...more,
    })
    if (await areProven(ports.repoRoot, at.tree, command.checks, ports))
      return checked([], { known: command.checks.map(({ name }) => name) })
    const outcome = await runOn(at, command, attempt, ports)
    if (outcome.type === 'CommandFailed') return outcome
    await recordProven(ports.repoRoot, outcome.evidence, ports)
    return checked(outcome.evidence, outcome.notes === undefined ? {} : { notes: outcome.notes })
  })

interface At {
  readonly commit: CommitHash
  readonly tree: TreeHash
}

async function baseOf(
  { commit: named, beside }: CheckBase,
  signal: AbortSignal,
  ports: CheckPorts,
): Promise<At> {
  const { repoRoot, base = ownBranches } = ports
  if (beside?.newest !== true) return { commit: named, tree: await treeOf(repoRoot, named) }
  await base.refreshBase(beside.baseBranch, signal)
  const commit = await resolveCommit(repoRoot, base.baseRef(beside.baseBranch))
  if (commit === null) throw await baseBranchMissing(repoRoot, beside.baseBranch, named)
  return { commit, tree: await treeOf(repoRoot, commit) }
}

async function runOn(
  at: At,
  command: CheckBase,
  attempt: Attempt,
  ports: CheckPorts,
): Promise<ChecksFinished | CommandFailed> {
  const { beside, id, checks } = command
  const order = (name: LaneName): RunChecks => ({ type: 'RunChecks', id, lane: name, checks, ...at })
  // A clean room stands at the base, whatever an agent does in the lane. In place there is none.
  if (beside === undefined || !isInPlace(ports.repoRoot))
    return runChecks(order(command.lane), attempt, ports)
  const folder = `${ports.stateDir}/base-check`
  await makeDir(folder)
  return withLock(
    folder,
    async () => {
      await standAt(at.commit, command, beside.baseBranch, attempt.signal, ports)
      return runChecks(order(lane), { ...attempt, repeated: false }, ports)
    },
    { waitMs: lockWaitMs, signal: attempt.signal },
  )
}

/** The lane of the checks holds nothing that is worth keeping. */
async function standAt(
  commit: CommitHash,
  { id }: CheckBase,
  baseBranch: string,
  signal: AbortSignal,
  ports: CheckPorts,
): Promise<void> {
  const { record } = await makeLane({ id, lane, branch: baseCheckBranch, baseBranch }, signal, ports)
  await fetchMissing(record.path, commit, signal)
  await gitOk(record.path, ['checkout', '--quiet', '--force', '-B', baseCheckBranch, commit])
  await gitOk(record.path, ['clean', '-fd', '--quiet'])
  await layRepository(record.path)
}
