/**
 * Delivers one plan in this process: finds or begins its run, holds its lease, and drives it until it is merged, waits
 * for a person, or is interrupted. What the operator did wrong is told before anything is changed.
 */
import { join } from 'node:path'
import type { Event, LaneMerged } from '@harness/core/event'
import { exitCode } from '@harness/core/exit-code'
import type { RunId } from '@harness/core/ids'
import { asRunId } from '@harness/core/ids'
import { invariant } from '@harness/core/invariant'
import type { DeliveryInput, DeliveryPhase, Until } from '@harness/core/playbooks/delivery/input'
import { delivery } from '@harness/core/playbooks/delivery/playbook'
import { branchOf, type DeliveryState, phaseGroup } from '@harness/core/playbooks/delivery/state'
import { UserError } from '@harness/core/user-error'
import type { SummarizedPlan } from '@harness/formats/plan/summarize-plans'
import { durableReplace } from '../disk/durable-write.ts'
import { namedPlan, readPlanDocument } from '../documents/plan-document.ts'
import { type PlanFolders, soundPlans } from '../documents/plan-folder.ts'
import { driveRun } from '../drive-run.ts'
import { diskError } from '../files/disk-error.ts'
import { isFrozen } from '../freeze.ts'
import { freshRunId } from '../fresh-run-id.ts'
import { userIdentity } from '../git/identity.ts'
import { guardNewRun, guardRepository } from '../guards.ts'
import { peekJournal } from '../journal/peek-journal.ts'
import { readFolded } from '../journal/read-folded.ts'
import { restoreLane } from '../lanes/restore-lane.ts'
import { acquireLease } from '../lease/lease.ts'
import { endOrphans } from '../process/orphans.ts'
import { runFolder, subjectFolder } from '../run-folder.ts'
import type { Rest } from '../run-loop.ts'
import { writeSummary } from '../run-summary.ts'
import { type KnownRun, runsOf } from '../runs.ts'
import { openSidecars } from '../sidecars/run-sidecars.ts'
import { readStateFile } from '../sidecars/state-file.ts'
import { tokensSince } from '../sidecars/token-records.ts'
import { type DeliveryOutside, deliveryAdapters, deliveryPorts, processTagOf } from './delivery-adapters.ts'
import { deliveryInput } from './delivery-input.ts'
import { deliverySummary } from './delivery-summary.ts'
import { guardAgents } from './guard-agents.ts'
import { guardForge, guardNotDelivered, guardPlanPublished, guardSameForge } from './guard-forge.ts'
import { journaledInput } from './journaled-input.ts'
import { nextPlan } from './next-plan.ts'
import type { PassedOver } from './passed-over.ts'
import { isWorkOfPhase } from './phase-work.ts'
import { readStory } from './read-story.ts'
import { tellFirst } from './tell-first.ts'

export interface TaskOptions extends DeliveryOutside {
  onEvent(event: Event, state: DeliveryState): void
  /** Aborted when the operator wants this process to let go. */
  readonly stop: AbortSignal
  readonly until: Until | null
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

export interface TaskResult {
  readonly planId: string
  readonly runId: string
  readonly runDir: string
  readonly branch: string
  /** Those whose own work was begun, in order. */
  readonly phasesRun: readonly string[]
  /** Who merged the change while this process drove the run; null where it was not merged meanwhile. */
  readonly mergedBy: LaneMerged['by'] | null
  readonly tokensTotal: number
  readonly usd: number
  readonly unpricedCalls: number
  readonly logPath: string
  readonly exitCode: number
  readonly rest: Rest
}

/** Takes up the plan's unfinished run, or begins a new one. */
export async function runTask(options: RunTaskOptions): Promise<TaskResult> {
  const { config, repoRoot, stateDir } = options
  await guardRepository({ repoRoot, stateDir }, () => guardAgents(options))
  const { planDir, completedDir, baseBranch } = config
  const folders = { repoRoot, stateDir, planDir, completedDir, baseBranch }
  const plans = await soundPlans(folders)
  if (options.plan !== null) return deliver(options, folders, namedPlan(plans, options.plan, baseBranch))
  const passed: PassedOver[] = []
  let told = 0
  for (;;) {
    const next = await nextPlan(plans, stateDir, passed)
    for (const plan of passed.slice(told)) options.onPassedOver?.(plan)
    told = passed.length
    try {
      return await deliver(options, folders, next)
    } catch (error) {
      if (!(error instanceof UserError) || !somebodyWasQuicker.has(error.code)) throw error
      const { message, next: advice, exitCode: code } = error
      passed.push({ planId: next.id, why: `was taken meanwhile: ${message}`, next: advice, exitCode: code })
    }
  }
}

const somebodyWasQuicker: ReadonlySet<string> = new Set(['run-held', 'plan-completed'])

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
      spentBeforeTokens: await tokensSince(stateDir, options.clock.now() - config.budget.windowMs),
    })
    return drive(options, plan.id, runId, input)
  })
}

/** Takes up one run, whatever plan the operator would have chosen. */
export async function resumeRun(options: TaskOptions & { readonly run: KnownRun }): Promise<TaskResult> {
  const { repoRoot, stateDir, run } = options
  await guardRepository({ repoRoot, stateDir }, () => guardAgents(options))
  return holding(options, run.subject, () => drive(options, run.subject, asRunId(run.runId), null))
}

async function holding<Result>(
  { stateDir }: TaskOptions,
  planId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const lease = await acquireLease(subjectFolder(stateDir, planId), `harness run ${planId}`)
  try {
    return await work()
  } catch (error) {
    throw diskError(error, stateDir)
  } finally {
    await lease.release()
  }
}

async function drive(
  options: TaskOptions,
  planId: string,
  runId: RunId,
  begin: DeliveryInput | null,
): Promise<TaskResult> {
  const { stateDir, clock, until } = options
  const runDir = runFolder(stateDir, planId, runId)
  await readStateFile(stateDir)
  const known = await readFolded(runDir, delivery)
  const begun = await beginningOf(runDir)
  if (begin === null && begun === null) throw runEmpty(planId, runId)
  const stood = known?.state
  if (stood !== undefined && until !== null && until !== 'local' && phaseGroup(stood) !== until)
    throw notThere(planId, until, phaseGroup(stood))
  if (stood !== undefined) guardSameForge(planId, stood.input.forge.kind, options.config)
  await guardForge(options)
  await endOrphans(processTagOf(runDir))
  const ports = await deliveryPorts(options, runDir, (stood?.input ?? begin)?.author)
  const restored =
    stood === undefined || !needsLane.has(stood.phase) || !('lane' in stood)
      ? null
      : await restoreLane({ ...stood.lane, baseBranch: stood.input.baseBranch }, ports, options.stop)
  const input = begin === null ? null : journaledInput(begin, ports.redact)
  const sidecars = await openSidecars({
    stateDir,
    planId,
    runId,
    known,
    past: () => readStory(runDir),
    sanitise: ports.sanitise,
  })
  const phases = new Set<string>()
  let mergedBy: LaneMerged['by'] | null = null
  const startedAt = begun ?? clock.now()
  let latest = stood ?? (input === null ? null : delivery.initialState(input))
  const rest = await driveRun<DeliveryInput, DeliveryState>({
    playbook: delivery,
    dir: runDir,
    begin: input === null ? null : { runId, input },
    until,
    adapters: tellFirst(deliveryAdapters(ports, options.ask), restored === null ? [] : [restored]),
    clock,
    attended: options.ask !== null,
    isFrozen: () => isFrozen(stateDir),
    sanitise: ports.sanitise,
    stop: options.stop,
    async observe(event, state) {
      try {
        latest = state
        if (event.type === 'CommandIssued' && isWorkOfPhase(event.command)) phases.add(phaseGroup(state))
        if (event.type === 'LaneMerged') mergedBy = event.by
        await sidecars.observe(event, state)
        await writeSummary(runDir, deliverySummary(event, state, startedAt))
        if (event.type === 'RunEnded') await writeReport(runDir, ports.sanitise(event.end.report))
        options.onEvent(event, state)
      } catch (error) {
        throw diskError(error, stateDir)
      }
    },
  })
  invariant(latest !== null, `the run in ${runDir} has a state`)
  return {
    planId,
    runId,
    runDir,
    branch: branchOf(latest.input),
    phasesRun: [...phases],
    mergedBy,
    tokensTotal: latest.spent.tokens,
    usd: latest.spent.usd,
    unpricedCalls: latest.spent.unpricedCalls,
    logPath: sidecars.logPath,
    exitCode: exitCodeOf(rest),
    rest,
  }
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

/** When the run began; null where its journal has no whole record. */
async function beginningOf(runDir: string): Promise<number | null> {
  const journal = await peekJournal(runDir)
  if (journal?.type === 'refused') throw journal.error
  return journal?.type === 'readable' ? journal.first.at : null
}

/** The newest run of the plan that recorded anything, unless it has ended for good. */
async function unfinishedRun(stateDir: string, planId: string): Promise<RunId | null> {
  for (const run of await runsOf(stateDir, planId)) {
    const journal = await peekJournal(run.dir)
    if (journal === null || journal.type === 'empty') continue
    if (journal.type === 'refused') throw journal.error
    const last = journal.last.at(-1)
    return last?.type === 'RunEnded' && !last.end.resumable ? null : asRunId(run.runId)
  }
  return null
}

const writeReport = (runDir: string, report: string): Promise<void> =>
  durableReplace(join(runDir, 'report.md'), `${report}\n`)

function exitCodeOf(rest: Rest): number {
  switch (rest.type) {
    case 'ended':
      return rest.end.exitCode
    case 'waiting':
      return rest.exitCode
    case 'interrupted':
      return rest.reason === 'frozen' ? exitCode.frozen : exitCode.interrupted
  }
}

const runEmpty = (planId: string, runId: RunId): UserError =>
  new UserError('run-empty', `The run ${planId}-${runId} ended before it recorded anything.`, {
    next: `Begin again with: harness run ${planId}`,
  })

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
