/**
 * Lands the lanes at the head of the queue: all of them on top of the base, checked once as a whole. If that fails,
 * each half is landed by itself, until what fails is alone and goes back to its run. What conflicts goes back at once.
 */
import type { MergeLane, MergeRefused } from '@harness/core/effects/merge-lane'
import { type Evidence, passed } from '@harness/core/kernel/evidence'
import { type CommandId, type CommitHash, commandId } from '@harness/core/kernel/ids'
import { changeSize } from '../../machine/git/change-size.ts'
import { isAncestor } from '../../machine/git/commits.ts'
import { fetchMissing } from '../../machine/git/fetch-missing.ts'
import type { CheckPorts } from '../checks/run-checks.ts'
import { advanceBase } from './advance-base.ts'
import { atTheBase } from './base-turn.ts'
import { type Candidate, candidateOf } from './candidate.ts'
import { checkCandidate } from './check-candidate.ts'
import { requireBase } from './forge-ports.ts'
import { recordLanding } from './landing-file.ts'
import { answer, queueDir } from './queue-folder.ts'

/** People may commit to the base meanwhile; the queue does not wait for ever. */
const tries = 3

/** What was shown about a tree; a candidate that has exactly a lane's proven tree needs no more. */
const isProven = ({ base, tree, merged }: Candidate): boolean => {
  const [only, ...others] = merged
  return others.length === 0 && only?.command.baseCommit === base && only.command.tree === tree
}

export async function land(
  commands: readonly MergeLane[],
  leader: MergeLane,
  signal: AbortSignal,
  ports: CheckPorts,
): Promise<void> {
  const [only, ...others] = commands
  if (others.length > 0 && commands.some(isExact)) return oneByOne(commands, leader, signal, ports)
  for (let left = tries - 1; ; left--) {
    const base = await requireBase(ports.repoRoot, leader.baseBranch)
    if (only !== undefined && isExact(only) && only.baseCommit !== base)
      return refuse(only, 'base-moved', `${leader.baseBranch} has moved on to ${base.slice(0, 12)}.`, ports)
    const standing = await refuseRewritten(commands, base, ports)
    await fetchMissing(ports.repoRoot, base, signal)
    const candidate = await candidateOf(ports.repoRoot, base, standing, ports.identity)
    for (const { command, files } of candidate.conflicted)
      await refuse(
        command,
        'conflict',
        `It conflicts with ${leader.baseBranch} in ${files.join(', ')}.`,
        ports,
      )
    const going = candidate.merged.map(({ command }) => command)
    if (going.length === 0) return
    const evidence = isProven(candidate)
      ? []
      : await checkCandidate(candidate, leader.lane, checksId(leader, base), signal, ports)
    const failed = evidence.filter((item) => !passed(item))
    if (failed.length > 0) return divide(going, failed, leader, signal, ports)
    const refusal = await advance(candidate, evidence, leader.baseBranch, signal, ports)
    if (refusal === null) return
    if (refusal.reason === 'base-moved' && left > 0) continue
    for (const command of going) await refuse(command, refusal.reason, refusal.detail, ports)
    return
  }
}

/**
 * The commands whose base is still part of the branch. What a person took out of it meanwhile would come back with the
 * others: those lanes go back to preflight, which asks.
 */
async function refuseRewritten(
  commands: readonly MergeLane[],
  base: CommitHash,
  ports: CheckPorts,
): Promise<readonly MergeLane[]> {
  const standing: MergeLane[] = []
  for (const command of commands) {
    const { baseBranch, baseCommit } = command
    if (baseCommit === base || (await isAncestor(ports.repoRoot, baseCommit, base))) standing.push(command)
    else
      await refuse(
        command,
        'base-moved',
        `${baseBranch} was rewritten: it no longer contains ${baseCommit.slice(0, 12)}.`,
        ports,
      )
  }
  return standing
}

const isExact = ({ asItIs }: MergeLane): boolean => asItIs === true

/** A lane that is merged as it is, or not at all, shares no batch. */
async function oneByOne(
  commands: readonly MergeLane[],
  leader: MergeLane,
  signal: AbortSignal,
  ports: CheckPorts,
): Promise<void> {
  for (const command of commands.filter(isExact)) await land([command], leader, signal, ports)
  const others = commands.filter((command) => !isExact(command))
  if (others.length > 0) await land(others, leader, signal, ports)
}

async function divide(
  commands: readonly MergeLane[],
  failed: readonly Evidence[],
  leader: MergeLane,
  signal: AbortSignal,
  ports: CheckPorts,
): Promise<void> {
  const [only, ...others] = commands
  if (only !== undefined && others.length === 0) {
    const names = failed.map((item) => `${item.check} (${item.problem ?? `exit code ${item.exitCode}`})`)
    return refuse(
      only,
      'checks-failed',
      `On top of ${leader.baseBranch} these fail: ${names.join(', ')}.`,
      ports,
      failed,
    )
  }
  const half = Math.ceil(commands.length / 2)
  await land(commands.slice(0, half), leader, signal, ports)
  await land(commands.slice(half), leader, signal, ports)
}

/** Null if the base has moved. */
async function advance(
  candidate: Candidate,
  evidence: readonly Evidence[],
  baseBranch: string,
  signal: AbortSignal,
  ports: CheckPorts,
): Promise<Pick<MergeRefused, 'reason' | 'detail'> | null> {
  const { base, tip, tree, merged } = candidate
  const dir = queueDir(ports.stateDir)
  return atTheBase(ports.stateDir, signal, async () => {
    const commands = merged.map(({ command }) => command.id)
    await recordLanding(dir, ports.clock.now(), { tip, tree, commands, evidence })
    const moved = await advanceBase(ports, baseBranch, base, tip)
    if (moved.type === 'refused') return moved
    for (const { command, commit } of merged)
      await answer(dir, {
        type: 'LaneMerged',
        at: ports.clock.now(),
        commandId: command.id,
        commit,
        tree,
        evidence,
        size: await changeSize(ports.repoRoot, command.baseCommit, command.commit),
        by: 'harness',
      })
    return null
  })
}

const refuse = (
  command: MergeLane,
  reason: MergeRefused['reason'],
  detail: string,
  ports: CheckPorts,
  evidence: readonly Evidence[] | null = null,
): Promise<void> =>
  answer(queueDir(ports.stateDir), {
    type: 'MergeRefused',
    at: ports.clock.now(),
    commandId: command.id,
    reason,
    detail: ports.sanitise(detail),
    ...(evidence === null ? {} : { evidence }),
  })

/** The checks of a landing are kept with the run that leads it, apart from those of its own lane. */
function checksId({ id }: MergeLane, base: CommitHash): CommandId {
  const [run, , subject] = id.split('/')
  return commandId(run as never, `merge-${base.slice(0, 12)}`, subject ?? '', 1)
}
