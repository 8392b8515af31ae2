/**
 * CompletePlan: a delivered plan's file moves to its completed place and says so, in a commit of its own on the base
 * branch that is made without any checkout and put there by the forge. Safe to repeat: a plan that is in its completed
 * place is completed, by the run or by others; one that people took off the base is written there from what the run knows,
 * since others may depend on it. A base that moves meanwhile is no obstacle: the commit is made again on top of it.
 */

import { posix } from 'node:path'
import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { CompletePlan, PlanCompleted } from '@harness/core/effects/complete-plan'
import type { ForgeFailed } from '@harness/core/effects/forge-failed'
import type { MergeRefused } from '@harness/core/effects/merge-lane'
import type { CommitHash } from '@harness/core/kernel/ids'
import { UserError } from '@harness/core/kernel/user-error'
import { setPlanStatus } from '@harness/formats/documents/plan/set-plan-status'
import type { Attempt } from '../../effects/failure/attempt.ts'
import { orForgeFailed } from '../../effects/failure/forge-error.ts'
import { type ChangedFile, changeBase } from '../../effects/forge/change-base.ts'
import { withCheckout } from '../../effects/forge/follow-base.ts'
import { openLocalForge } from '../../effects/forge/local/open-local-forge.ts'
import type { Forge } from '../../effects/forge/port/forge.ts'
import { atTheBase } from '../../effects/landing/base-turn.ts'
import { type ForgePorts, requireBase } from '../../effects/landing/forge-ports.ts'
import { pathInside } from '../../machine/disk/resolve-inside.ts'
import { blobBytes } from '../../machine/git/blobs.ts'
import { lastChangeOf } from '../../machine/git/commits.ts'
import { gitOk } from '../../machine/git/git.ts'
import { entriesAt, treeFiles } from '../../machine/git/tree-files.ts'
import type { TreeEntry } from '../../machine/git/tree-object.ts'
import { moveUntrackedPlan } from './untracked-plan.ts'

/** A person who commits to the base again and again within milliseconds is not to be waited for. */
const tries = 3

export const completePlan = (
  command: CompletePlan,
  attempt: Attempt,
  ports: ForgePorts,
  forge: Forge = openLocalForge(ports),
): Promise<PlanCompleted | MergeRefused | ForgeFailed | CommandFailed> =>
  orForgeFailed(command, attempt, ports, async () => {
    for (const path of [command.from, command.to]) await pathInside(ports.repoRoot, path)
    return atTheBase(ports.stateDir, attempt.signal, async () => {
      for (let left = tries - 1; ; left--) {
        const outcome = await complete(command, ports, forge, attempt.signal)
        if (outcome.type === 'PlanCompleted' || outcome.reason !== 'base-moved' || left === 0)
          return withCheckout(outcome, command.baseBranch, ports, forge)
      }
    })
  })

async function complete(
  command: CompletePlan,
  ports: ForgePorts,
  forge: Forge,
  signal: AbortSignal,
): Promise<PlanCompleted | MergeRefused> {
  const { repoRoot, clock } = ports
  const { baseBranch, from, to } = command
  const event = () => ({ at: clock.now(), commandId: command.id })
  await forge.refreshBase(baseBranch, signal)
  const base = await requireBase(repoRoot, baseBranch, forge)
  const files = await entriesAt(repoRoot, base, [from, to])
  const old = files.get(from)
  if (old === undefined && files.has(to))
    return { ...event(), type: 'PlanCompleted', path: to, commit: await lastChangeOf(repoRoot, base, to) }
  const plan = old === undefined ? await takenAway(command, repoRoot, base) : await asWritten(repoRoot, old)
  if (plan === null) {
    await moveUntrackedPlan(repoRoot, from, to)
    return { ...event(), type: 'PlanCompleted', path: to, commit: base }
  }
  if (files.has(to)) {
    throw new UserError('completed-plan-exists', `${baseBranch} has both ${from} and ${to}.`, {
      next: `Remove the one that is wrong from ${baseBranch}, then: harness resume`,
    })
  }
  const change = await changeBase(
    { id: command.id, baseBranch, message: command.message, files: moved(command, plan) },
    base,
    ports,
    forge,
    signal,
  )
  const notes = old === undefined ? { notes: [`${from} was gone from ${baseBranch}; written again`] } : {}
  return change.type === 'changed'
    ? { ...event(), ...notes, type: 'PlanCompleted', path: to, commit: change.commit }
    : { ...event(), type: 'MergeRefused', reason: change.reason, detail: ports.sanitise(change.detail) }
}

interface PlanAt {
  readonly mode: string
  readonly bytes: Buffer
}

const asWritten = async (repoRoot: string, { mode, object }: TreeEntry): Promise<PlanAt> => ({
  mode,
  bytes: await blobBytes(repoRoot, object),
})

/** As the run knows it; null for a plan that never was on the base, or that is there under another name. */
async function takenAway(
  { planId, from, to, text }: CompletePlan,
  repoRoot: string,
  base: CommitHash,
): Promise<PlanAt | null> {
  const history = await gitOk(repoRoot, ['log', '-1', '--format=%H', base, '--', from])
  if (text === undefined || history.stdout.trim() === '') return null
  const folders = [from, to].map((path) => posix.dirname(path))
  const files = (await treeFiles(repoRoot, base)).map(({ path }) => path)
  const others = files.filter((path) => folders.includes(posix.dirname(path)))
  const isRenamed = others.some((path) => posix.basename(path).startsWith(`${planId}-`))
  return isRenamed ? null : { mode: '100644', bytes: Buffer.from(text) }
}

/** A plan whose header a person broke meanwhile is moved as it is. */
function moved({ from, to }: CompletePlan, { mode, bytes }: PlanAt): readonly ChangedFile[] {
  const completed = setPlanStatus(bytes.toString('utf8'), 'completed', from)
  return [
    { path: from, mode, bytes: null },
    { path: to, mode, bytes: completed.ok ? completed.value : bytes },
  ]
}
