/**
 * Delivers one plan in this process: finds or begins its run, holds its lease, and drives it until it is merged, waits
 * for a person, or is interrupted. What the operator did wrong is told before anything is changed.
 */

import type { LaneMerged } from '@harness/core/effects/merge-lane'
import type { AnyEvent } from '@harness/core/kernel/effect'
import type { RunId } from '@harness/core/kernel/ids'
import { UserError } from '@harness/core/kernel/user-error'
import type { Event } from '@harness/core/playbooks/delivery/effects'
import { type DeliveryInput, defaultTiers, type Until } from '@harness/core/playbooks/delivery/input'
import { branchOf, type DeliveryState } from '@harness/core/playbooks/delivery/state'
import type { SummarizedPlan } from '@harness/formats/documents/plan/summarize-plans'
import type { RunResult } from '../../engine/conduct/conduct-run.ts'
import { freshRunId } from '../../engine/conduct/fresh-run-id.ts'
import { guardAgents } from '../../engine/conduct/guard-agents.ts'
import { guardNewRun, guardRepository } from '../../engine/conduct/guards.ts'
import { holdSubject } from '../../engine/conduct/hold-subject.ts'
import type { RunOutside } from '../../engine/conduct/run-outside.ts'
import { unfinishedRun } from '../../engine/conduct/unfinished-run.ts'
import { driveRegistered } from '../../engine/drive-registered.ts'
import { userIdentity } from '../../machine/git/identity.ts'
import { tokensSince } from '../../store/sidecars/token-records.ts'
import { deliveryInput } from './delivery-input.ts'
import { givenUpRuns } from './given-up-runs.ts'
import { guardNotDelivered, guardPlanPublished } from './guard-forge.ts'
import { nextPlan } from './next-plan.ts'
import type { PassedOver } from './passed-over.ts'
import { idIn, namedPlan, readPlanDocument } from './plan-document.ts'
import { type PlanFolders, repositoryPlans } from './plan-folder.ts'
import { deliveryRegistration, listenToDelivery, notThere } from './registration.ts'

export interface TaskOptions extends RunOutside {
  onEvent(event: Event, state: DeliveryState): void
  /** Aborted when the operator wants this process to let go. */
  readonly stop: AbortSignal
  readonly until: Until | null
  /** Gets at once what a person who resumes a run should know. */
  onNote?(note: string): void
}

export interface StartDeliveryOptions extends TaskOptions {
  /** An id or a plan file; null for the next eligible plan. */
  readonly plan: string | null
  /** Only take up an unfinished run. */
  readonly resumeOnly: boolean
  /** Of a new run; what an unfinished one has to show is settled. */
  readonly skipE2e: boolean
  /** Told of every plan that would come first, but cannot be worked on now. */
  onPassedOver?(plan: PassedOver): void
}

export interface TaskResult extends Omit<RunResult<DeliveryState>, 'state'> {
  readonly planId: string
  readonly branch: string
  /** Those whose own work was begun, in order. */
  readonly phasesRun: readonly string[]
  /** Who merged the change while this process drove the run; null if it was not merged meanwhile. */
  readonly mergedBy: LaneMerged['by'] | null
}

/** Takes up the plan's unfinished run, or begins a new one. */
export async function startDelivery(options: StartDeliveryOptions): Promise<TaskResult> {
  const { config, repoRoot, stateDir } = options
  await guardRepository({ repoRoot, stateDir }, () => guardAgents(options, defaultTiers))
  const { planDir, completedDir, baseBranch } = config
  const folders = { repoRoot, stateDir, planDir, completedDir, baseBranch }
  const plans = await repositoryPlans(folders)
  if (options.plan !== null) {
    const underWay = plans.plans.get(idIn(options.plan))
    const isUnfinished = underWay !== undefined && (await unfinishedRun(stateDir, underWay.id)) !== null
    // Killed between the last commit and its end, a run has completed its plan and not yet cleared up.
    return deliver(
      options,
      folders,
      isUnfinished && underWay.place === 'completed' ? underWay : namedPlan(plans, options.plan, baseBranch),
    )
  }
  const passed: PassedOver[] = []
  let told = 0
  for (;;) {
    const next = await nextPlan(plans, folders, passed)
    for (const plan of passed.slice(told)) options.onPassedOver?.(plan)
    told = passed.length
    try {
      return await deliver(options, folders, next)
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      const { message, next: advice, exitCode: code } = error
      const why = whyPassedOver(error.code, message)
      if (why === null) throw error
      const over = { planId: next.id, why, next: advice, exitCode: code }
      passed.push(over)
      options.onPassedOver?.(over)
      told = passed.length
    }
  }
}

/** Null if the error is not about this plan alone. */
function whyPassedOver(code: string, message: string): string | null {
  if (code === 'run-held' || code === 'plan-completed') return `was taken meanwhile: ${message}`
  return code === 'plan-invalid' ? `is blocked: ${message.replaceAll(/\s*\n\s*/g, ' ')}` : null
}

async function deliver(
  options: StartDeliveryOptions,
  folders: PlanFolders,
  chosen: SummarizedPlan,
): Promise<TaskResult> {
  const { config, repoRoot, stateDir } = options
  const { plan, text } = await readPlanDocument(folders, chosen.path)
  return holding(options, plan.id, async () => {
    const unfinished = await unfinishedRun(stateDir, plan.id)
    if (unfinished !== null && options.skipE2e) throw skipTooLate(plan.id)
    if (unfinished !== null) return drive(options, plan.id, unfinished, null)
    if (options.resumeOnly) throw nothingToResume(plan.id)
    if (options.until !== null && options.until !== 'local' && options.until !== 'implement')
      throw notThere(plan.id, options.until, 'implement')
    await guardNewRun({ ...config, repoRoot, stateDir })
    await guardNotDelivered(options, plan.path)
    await guardPlanPublished(options, plan.path)
    const runId = await freshRunId(stateDir, plan.id, options.clock.now())
    const input = deliveryInput({
      author: await userIdentity(repoRoot),
      runId,
      config,
      plan,
      planText: text,
      until: options.until,
      skipE2e: options.skipE2e,
      earlier: await givenUpRuns(stateDir, plan.id),
      spentBeforeTokens: await tokensSince(stateDir, options.clock.now() - config.budget.windowMs),
    })
    return drive(options, plan.id, runId, input)
  })
}

const holding = <Result>({ stateDir }: TaskOptions, planId: string, work: () => Promise<Result>) =>
  holdSubject(stateDir, planId, `harness run ${planId}`, work)

async function drive(
  options: TaskOptions,
  planId: string,
  runId: RunId,
  begin: DeliveryInput | null,
): Promise<TaskResult> {
  const listener = listenToDelivery()
  const attended = {
    ...options,
    onEvent: (event: AnyEvent, now: DeliveryState) => options.onEvent(event as Event, now),
  }
  const { state, ...result } = await driveRegistered(deliveryRegistration, attended, {
    subject: planId,
    runId,
    begin,
    listener,
  })
  return {
    ...result,
    planId,
    branch: branchOf(state.input),
    phasesRun: listener.phasesRun(),
    mergedBy: listener.mergedBy(),
  }
}

const nothingToResume = (planId: string): UserError =>
  new UserError('nothing-to-resume', `Plan ${planId} has no unfinished run.`, {
    next: `Begin one: harness run ${planId}`,
  })

const skipTooLate = (planId: string): UserError =>
  new UserError(
    'skip-e2e-too-late',
    `Plan ${planId} has an unfinished run, and what a run has to show is settled when it begins.`,
    { next: `Go on without --skip-e2e: harness run ${planId}` },
  )
