/**
 * Delivers one plan in this process: finds or begins its run, holds its lease, and drives it until it is merged, waits
 * for a person, or is interrupted. What the operator did wrong is told before anything is changed.
 */

import { isLaneMerged, type LaneMerged } from '@harness/core/effects/merge-lane'
import { isRunEvent } from '@harness/core/kernel/event'
import type { RunId } from '@harness/core/kernel/ids'
import { asRunId } from '@harness/core/kernel/ids'
import { UserError } from '@harness/core/kernel/user-error'
import type { Command, Event } from '@harness/core/playbooks/delivery/effects'
import {
  type DeliveryInput,
  type DeliveryPhase,
  defaultTiers,
  type Until,
} from '@harness/core/playbooks/delivery/input'
import { delivery } from '@harness/core/playbooks/delivery/playbook'
import { branchOf, type DeliveryState, phaseGroup } from '@harness/core/playbooks/delivery/state'
import type { SummarizedPlan } from '@harness/formats/documents/plan/summarize-plans'
import { restoreLane } from '../../effects/lanes/restore-lane.ts'
import { conductRun, type RunResult } from '../../engine/conduct/conduct-run.ts'
import { freshRunId } from '../../engine/conduct/fresh-run-id.ts'
import { guardAgents } from '../../engine/conduct/guard-agents.ts'
import { guardNewRun, guardRepository } from '../../engine/conduct/guards.ts'
import { holdSubject } from '../../engine/conduct/hold-subject.ts'
import type { RunOutside } from '../../engine/conduct/run-outside.ts'
import { tellFirst } from '../../engine/conduct/tell-first.ts'
import { unfinishedRun } from '../../engine/conduct/unfinished-run.ts'
import { userIdentity } from '../../machine/git/identity.ts'
import type { KnownRun } from '../../store/runs/runs.ts'
import { readStateFile } from '../../store/sidecars/state-file.ts'
import { tokensSince } from '../../store/sidecars/token-records.ts'
import { changedChecksNote } from './config-note.ts'
import { deliveryEffects, deliveryPerformers, deliveryPorts } from './delivery-effects.ts'
import { deliveryInput } from './delivery-input.ts'
import { deliverySidecar } from './delivery-sidecar.ts'
import { deliverySummary } from './delivery-summary.ts'
import { givenUpRuns } from './given-up-runs.ts'
import { guardForge, guardNotDelivered, guardPlanPublished, guardSameForge } from './guard-forge.ts'
import { journaledInput } from './journaled-input.ts'
import { nextPlan } from './next-plan.ts'
import type { PassedOver } from './passed-over.ts'
import { isWorkOfPhase } from './phase-work.ts'
import { idIn, namedPlan, readPlanDocument } from './plan-document.ts'
import { type PlanFolders, repositoryPlans } from './plan-folder.ts'

export interface TaskOptions extends RunOutside {
  onEvent(event: Event, state: DeliveryState): void
  /** Aborted when the operator wants this process to let go. */
  readonly stop: AbortSignal
  readonly until: Until | null
  /** Told at once what somebody who goes on with a run should know. */
  onNote?(note: string): void
}

export interface RunTaskOptions extends TaskOptions {
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
  /** Who merged the change while this process drove the run; null where it was not merged meanwhile. */
  readonly mergedBy: LaneMerged['by'] | null
}

/** Takes up the plan's unfinished run, or begins a new one. */
export async function runTask(options: RunTaskOptions): Promise<TaskResult> {
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
    const next = await nextPlan(plans, stateDir, passed)
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
  options: RunTaskOptions,
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
    await guardNewRun({ repoRoot, stateDir, baseBranch: config.baseBranch, contextDir: config.contextDir })
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

/** Takes up one run, whatever plan the operator would have chosen. */
export async function resumeRun(options: TaskOptions & { readonly run: KnownRun }): Promise<TaskResult> {
  const { repoRoot, stateDir, run } = options
  await guardRepository({ repoRoot, stateDir }, () => guardAgents(options, defaultTiers))
  return holding(options, run.subject, () => drive(options, run.subject, asRunId(run.runId), null))
}

const holding = <Result>({ stateDir }: TaskOptions, planId: string, work: () => Promise<Result>) =>
  holdSubject(stateDir, planId, `harness run ${planId}`, work)

async function drive(
  options: TaskOptions,
  planId: string,
  runId: RunId,
  begin: DeliveryInput | null,
): Promise<TaskResult> {
  const { stateDir, until } = options
  await readStateFile(stateDir)
  const phases = new Set<string>()
  let mergedBy: LaneMerged['by'] | null = null
  const { state, ...result } = await conductRun<DeliveryInput, DeliveryState>({
    playbook: delivery,
    effects: deliveryEffects,
    outside: options,
    subject: planId,
    runId,
    isNew: begin !== null,
    until,
    stop: options.stop,
    async guard(stood) {
      if (stood !== null && until !== null && until !== 'local' && phaseGroup(stood) !== until)
        throw notThere(planId, until, phaseGroup(stood))
      if (stood !== null) guardSameForge(planId, stood.input.forge.kind, options.config)
      await guardForge(options)
    },
    async prepare({ runDir, stood, own }) {
      const ports = await deliveryPorts({ ...options, own }, runDir, (stood?.input ?? begin)?.author)
      const restored =
        stood === null || !needsLane.has(stood.phase) || !('lane' in stood)
          ? null
          : await restoreLane({ ...stood.lane, baseBranch: stood.input.baseBranch }, ports, options.stop)
      const { sanitise, redact } = ports
      const checks = options.config.checks.map(({ name, run }) => ({ name, run: redact(run) }))
      const changed = stood === null ? null : changedChecksNote(planId, stood.input.checks, checks)
      if (changed !== null) options.onNote?.(changed)
      return {
        input: begin === null ? null : journaledInput(begin, ports.redact),
        performers: tellFirst(
          deliveryPerformers(ports),
          [restored, changed].filter((note) => note !== null),
        ),
        sidecar: await deliverySidecar({ stateDir, planId, runId, stood, sanitise }),
        sanitise,
      }
    },
    summarise: deliverySummary,
    onEvent(event, now) {
      if (isRunEvent(event, 'CommandIssued') && isWorkOfPhase(event.command as Command))
        phases.add(phaseGroup(now))
      if (isLaneMerged(event)) mergedBy = event.by
      options.onEvent(event as Event, now)
    },
  })
  return { ...result, planId, branch: branchOf(state.input), phasesRun: [...phases], mergedBy }
}

const needsLane: ReadonlySet<DeliveryState['phase']> = new Set([
  'implement',
  'checks',
  'read-plan',
  'review',
  'capture-ui',
  'review-ui',
  'e2e',
  'fix',
  'preflight',
  'prepare-pr',
  'open-pr',
  'await-ci',
  'merge-check',
  'merge',
])

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

const notThere = (planId: string, wanted: DeliveryPhase, stands: DeliveryPhase): UserError =>
  new UserError(
    'phase-not-reached',
    `Plan ${planId} does not stand at ${wanted}: its next phase is ${stands}.`,
    {
      next: `Run that first: harness run ${planId} --phase ${stands}`,
    },
  )
