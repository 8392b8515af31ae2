/** Owns pull requests in a simulated forge: opening, waiting for its checks, merging. Each looks before it acts. */
import type { AwaitCi, CiReported } from '@harness/core/effects/await-ci'
import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { ForgeFailed } from '@harness/core/effects/forge-failed'
import type { LaneMerged, MergeRefused } from '@harness/core/effects/merge-lane'
import type { MergePull } from '@harness/core/effects/merge-pull'
import type { OpenPull, PullClosed, PullOpened } from '@harness/core/effects/open-pull'
import type { CommandId, CommitHash } from '@harness/core/kernel/ids'
import type { Attempt } from '@harness/shell/effects/failure/attempt'
import { baseTip, extendBase, foundOnBase } from './base-branch.ts'
import { forgeTrouble } from './forge-failed.ts'
import { type Ground, luckOf, type Pull } from './ground.ts'

const urlOf = (number: number): string => `https://forge/pull/${number}`

export async function openPull(
  ground: Ground,
  command: OpenPull,
  { signal }: Attempt,
): Promise<PullOpened | PullClosed | LaneMerged | MergeRefused | ForgeFailed | CommandFailed> {
  const { process, stage, site, weather } = ground
  await process.sleep(900, signal)
  const trouble = forgeTrouble(ground, command)
  if (trouble !== null) return trouble
  if (weather.strikes('push is rejected', luckOf(ground, command.id)))
    return refused(ground, command.id, 'push-rejected')
  const known = knownPull(ground, command)
  if (known?.state === 'merged') return mergedAs(ground, command.id, known)
  if (known?.state === 'closed' && command.mayReopen !== true) return closed(ground, command.id, known)
  const pull = await process.effect(`opening a pull request for ${command.branch}`, () => {
    const open: Pull = known ?? {
      number: site.pulls.length + 1,
      branch: command.branch,
      head: command.commit,
      state: 'open',
      mergedAs: null,
    }
    if (known === undefined) {
      site.pulls.push(open)
      const times = site.pulls.filter(({ branch }) => branch === command.branch).length
      stage.changed({
        kind: 'pull opened',
        commandId: command.id,
        once: `opening pull request ${times} of ${command.branch}`,
      })
    }
    open.head = command.commit
    open.state = 'open'
    return open
  })
  return {
    type: 'PullOpened',
    at: stage.wall.now(),
    commandId: command.id,
    number: pull.number,
    url: urlOf(pull.number),
    created: known === undefined,
  }
}

/** The open one, the one that was merged as it is, or one that was closed with commits that are here again. */
function knownPull({ site }: Ground, { branch, commit }: OpenPull): Pull | undefined {
  const pulls = site.pulls.filter((pull) => pull.branch === branch)
  const newest = pulls.at(-1)
  const isMeant = (head: CommitHash): boolean =>
    newest?.state === 'merged' ? head === commit : site.repository.isAncestor(head, commit)
  return (
    pulls.find(({ state }) => state === 'open') ??
    (newest !== undefined && isMeant(newest.head) ? newest : undefined)
  )
}

export async function awaitCi(
  ground: Ground,
  command: AwaitCi,
  { signal }: Attempt,
): Promise<CiReported | PullClosed | LaneMerged | ForgeFailed | CommandFailed> {
  const { process, stage, weather } = ground
  const luck = luckOf(ground, command.id)
  await process.sleep(luck.int(5, 300) * 1_000, signal)
  const trouble = forgeTrouble(ground, command)
  if (trouble !== null) return trouble
  const pull = pullOf(ground, command.pull)
  if (pull.state === 'merged') return mergedAs(ground, command.id, pull)
  if (pull.state === 'closed') return closed(ground, command.id, pull)
  const reported = (state: CiReported['state'], job: 'passed' | 'failed' | 'pending'): CiReported => ({
    type: 'CiReported',
    at: stage.wall.now(),
    commandId: command.id,
    state,
    jobs: state === 'absent' ? [] : [{ name: 'build', state: job, url: '', summary: '' }],
  })
  if (weather.strikes('forge never reports', luck)) {
    await stage.wall.of(process).until(command.deadline, signal)
    return reported('silent', 'pending')
  }
  if (weather.strikes('forge has no checks', luck)) return reported('absent', 'passed')
  return weather.strikes('check fails on the forge', luck)
    ? reported('failed', 'failed')
    : reported('passed', 'passed')
}

export async function mergePull(
  ground: Ground,
  command: MergePull,
  { signal }: Attempt,
): Promise<LaneMerged | MergeRefused | PullClosed | ForgeFailed | CommandFailed> {
  const { process, stage, site, weather } = ground
  const pull = pullOf(ground, command.pull)
  if (pull.state === 'merged') return mergedAs(ground, command.id, pull)
  await process.sleep(700, signal)
  const trouble = forgeTrouble(ground, command)
  if (trouble !== null) return trouble
  if (pull.state === 'closed') return closed(ground, command.id, pull)
  if (baseTip(site).hash !== command.baseCommit) return refused(ground, command.id, 'base-moved')
  if (weather.strikes('forge will not merge', luckOf(ground, command.id)))
    return refused(ground, command.id, 'not-mergeable')
  return process.effect(`merging ${command.lane}`, () => {
    if (pull.state !== 'open' || baseTip(site).hash !== command.baseCommit)
      return refused(ground, command.id, 'not-mergeable')
    pull.state = 'merged'
    const { hash } = extendBase(site, {
      files: site.repository.commitOf(command.commit).files,
      parents: [command.baseCommit, command.commit],
      message: 'merged by the forge',
      author: 'harness',
      commandId: command.id,
    })
    pull.mergedAs = hash
    stage.changed({ kind: 'merged', commandId: command.id, once: `merging ${command.lane}` })
    return mergedAs(ground, command.id, pull)
  })
}

function pullOf({ site }: Ground, number: number): Pull {
  const pull = site.pulls.find((it) => it.number === number)
  if (pull === undefined) throw new Error(`there is no pull request ${number}`)
  return pull
}

function mergedAs({ stage, site }: Ground, commandId: CommandId, pull: Pull): LaneMerged {
  const commit = site.repository.commitOf(pull.mergedAs as CommitHash)
  return {
    type: 'LaneMerged',
    at: stage.wall.now(),
    commandId,
    commit: commit.hash,
    tree: commit.tree,
    evidence: [],
    size: null,
    by: foundOnBase(site, commandId) === null && commit.author === 'person' ? 'others' : 'harness',
  }
}

const closed = ({ stage }: Ground, commandId: CommandId, { number }: Pull): PullClosed => ({
  type: 'PullClosed',
  at: stage.wall.now(),
  commandId,
  number,
  url: urlOf(number),
})

const refused = ({ stage }: Ground, commandId: CommandId, reason: MergeRefused['reason']): MergeRefused => ({
  type: 'MergeRefused',
  at: stage.wall.now(),
  commandId,
  reason,
  detail: reason,
})
