/**
 * HoldPlans: the plan of a review and the plans that it blocks change in one commit on the base branch, made without any
 * checkout and put there by the forge. Safe to repeat: plans that are blocked already stay on the list of the review, and
 * a review that is gone has nothing to let go. A base that moves meanwhile is no obstacle.
 */
import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { ForgeFailed } from '@harness/core/effects/forge-failed'
import type { HoldPlans, PlansHeld } from '@harness/core/effects/hold-plans'
import type { MergeRefused } from '@harness/core/effects/merge-lane'
import { fidelityPlanId } from '@harness/core/work/plan-graph'
import { blockedBy, printReview, reviewFileName } from '@harness/formats/documents/fidelity/review-plan'
import { parsePlanHeader } from '@harness/formats/documents/plan/parse-plan'
import { setPlanStatus } from '@harness/formats/documents/plan/set-plan-status'
import type { Attempt } from '../../effects/failure/attempt.ts'
import { orForgeFailed } from '../../effects/failure/forge-error.ts'
import { type ChangedFile, changeBase } from '../../effects/forge/change-base.ts'
import { withCheckout } from '../../effects/forge/follow-base.ts'
import type { Forge } from '../../effects/forge/port/forge.ts'
import { atTheBase } from '../../effects/landing/base-turn.ts'
import { type ForgePorts, requireBase } from '../../effects/landing/forge-ports.ts'
import { unfinishedRun } from '../../engine/conduct/unfinished-run.ts'
import { pathInside } from '../../machine/disk/resolve-inside.ts'
import { type PlanAtBase, plansAt } from './plans-at.ts'

/** A person who commits to the base again and again within milliseconds is not to be waited for. */
const tries = 3

export const holdPlans = (
  command: HoldPlans,
  attempt: Attempt,
  ports: ForgePorts,
  forge: Forge,
): Promise<PlansHeld | MergeRefused | ForgeFailed | CommandFailed> =>
  orForgeFailed(command, attempt, ports, async () => {
    await pathInside(ports.repoRoot, command.planDir)
    return atTheBase(ports.stateDir, attempt.signal, async () => {
      for (let left = tries - 1; ; left--) {
        const outcome = await hold(command, ports, forge, attempt.signal)
        if (outcome.type === 'PlansHeld' || outcome.reason !== 'base-moved' || left === 0)
          return withCheckout(outcome, command.baseBranch, ports, forge)
      }
    })
  })

interface Change {
  readonly files: readonly ChangedFile[]
  readonly plans: readonly string[]
  readonly underWay: readonly string[]
}

async function hold(
  command: HoldPlans,
  ports: ForgePorts,
  forge: Forge,
  signal: AbortSignal,
): Promise<PlansHeld | MergeRefused> {
  const { repoRoot, clock } = ports
  const { id, baseBranch, message, planDir } = command
  await forge.refreshBase(baseBranch, signal)
  const base = await requireBase(repoRoot, baseBranch, forge)
  const plans = await plansAt(repoRoot, base, planDir)
  const { files, ...held } = await changeOf(command, plans, ports.stateDir)
  const event = () => ({ at: clock.now(), commandId: id })
  if (files.length === 0) return { ...event(), type: 'PlansHeld', ...held, commit: base }
  const change = await changeBase({ id, baseBranch, message, files }, base, ports, forge, signal)
  return change.type === 'changed'
    ? { ...event(), type: 'PlansHeld', ...held, commit: change.commit }
    : { ...event(), type: 'MergeRefused', reason: change.reason, detail: ports.sanitise(change.detail) }
}

async function changeOf(
  { review, planDir }: HoldPlans,
  plans: readonly PlanAtBase[],
  stateDir: string,
): Promise<Change> {
  const standing = plans.find(({ id }) => id === fidelityPlanId)
  const listed = new Set(standing === undefined ? [] : blockedBy(standing.text))
  const others = plans.filter(({ id }) => id !== fidelityPlanId)
  const already = others.filter((plan) => listed.has(plan.id) && statusOf(plan) === 'blocked')
  if (review === null) {
    const freed = already.flatMap((plan) => withStatus(plan, 'active'))
    const gone = standing === undefined ? [] : [{ ...standing, bytes: null }]
    return { files: [...gone, ...freed], plans: freed.length === 0 ? [] : idsOf(already), underWay: [] }
  }
  const active = others.filter((plan) => statusOf(plan) === 'active')
  const [underWay, free] = await parted(active, ({ id }) => unfinishedRun(stateDir, id).then(isThere))
  const blocked = [...already, ...free].sort((a, b) => (a.id < b.id ? -1 : 1))
  const path = standing?.path ?? `${planDir}/${reviewFileName}`
  const text = printReview(
    review,
    blocked.map((plan) => ({ id: plan.id, title: titleOf(plan) })),
  )
  const written = standing?.text === text ? [] : [{ path, mode: '100644', bytes: text }]
  return {
    files: [...written, ...free.flatMap((plan) => withStatus(plan, 'blocked'))],
    plans: idsOf(blocked),
    underWay: idsOf(underWay),
  }
}

const idsOf = (plans: readonly PlanAtBase[]): readonly string[] => plans.map(({ id }) => id)
const isThere = (value: unknown): boolean => value !== null

/** A plan with a mistake in its header has no status: it cannot be delivered anyway. */
const headerOf = ({ text, path }: PlanAtBase) => {
  const read = parsePlanHeader(text, path)
  return read.ok ? read.value : null
}
const statusOf = (plan: PlanAtBase) => headerOf(plan)?.status ?? null
const titleOf = (plan: PlanAtBase): string => headerOf(plan)?.title ?? ''

/** Nothing if its header is written in a way that cannot be edited. */
function withStatus({ path, mode, text }: PlanAtBase, status: 'active' | 'blocked'): readonly ChangedFile[] {
  const changed = setPlanStatus(text, status, path)
  return changed.ok ? [{ path, mode, bytes: changed.value }] : []
}

async function parted<Item>(
  items: readonly Item[],
  test: (item: Item) => Promise<boolean>,
): Promise<readonly [readonly Item[], readonly Item[]]> {
  const yes: Item[] = []
  const no: Item[] = []
  for (const item of items) ((await test(item)) ? yes : no).push(item)
  return [yes, no]
}
