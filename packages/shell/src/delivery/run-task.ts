/**
 * Delivers one plan in this process: finds or begins its run, holds its lease, and drives it until it is merged, waits
 * for a person, or is interrupted. What the operator did wrong is told before anything is changed.
 */
import { basename, join } from 'node:path'
import type { Event } from '@harness/core/event'
import { exitCode } from '@harness/core/exit-code'
import type { RunId } from '@harness/core/ids'
import { asRunId } from '@harness/core/ids'
import { invariant } from '@harness/core/invariant'
import type { DeliveryInput, DeliveryPhase } from '@harness/core/playbooks/delivery/input'
import { delivery } from '@harness/core/playbooks/delivery/playbook'
import { branchOf, type DeliveryState, phaseGroup } from '@harness/core/playbooks/delivery/state'
import { UserError } from '@harness/core/user-error'
import type { Plan } from '@harness/formats/plan/plan'
import { durableReplace } from '../disk/durable-write.ts'
import { choosePlan, readPlanDocument } from '../documents/plan-document.ts'
import { soundPlans } from '../documents/plan-folder.ts'
import { driveRun } from '../drive-run.ts'
import { diskError } from '../files/disk-error.ts'
import { isFrozen } from '../freeze.ts'
import { git } from '../git/git.ts'
import { guardNewRun, guardRepository } from '../guards.ts'
import { peekJournal } from '../journal/peek-journal.ts'
import { readFolded } from '../journal/read-folded.ts'
import { acquireLease } from '../lease/lease.ts'
import { endOrphans } from '../process/orphans.ts'
import { runFolder, runIdAt, subjectFolder } from '../run-folder.ts'
import type { Rest } from '../run-loop.ts'
import { writeSummary } from '../run-summary.ts'
import { type KnownRun, runsOf } from '../runs.ts'
import { openSidecars } from '../sidecars/run-sidecars.ts'
import { tokensSince } from '../sidecars/token-records.ts'
import { type DeliveryOutside, deliveryAdapters, deliveryPorts, processTagOf } from './delivery-adapters.ts'
import { deliveryInput } from './delivery-input.ts'
import { deliverySummary } from './delivery-summary.ts'
import { journaledInput } from './journaled-input.ts'
import { readStory } from './read-story.ts'

export interface TaskOptions extends DeliveryOutside {
  onEvent(event: Event, state: DeliveryState): void
  /** Aborted when the operator wants this process to let go. */
  readonly stop: AbortSignal
  readonly until: DeliveryPhase | null
}

export interface RunTaskOptions extends TaskOptions {
  /** An id or a plan file; null for the next eligible plan. */
  readonly plan: string | null
  /** Only take up an unfinished run. */
  readonly resumeOnly: boolean
}

export interface TaskResult {
  readonly planId: string
  readonly runId: string
  readonly runDir: string
  readonly branch: string
  readonly phasesRun: readonly string[]
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
  const guarded = { repoRoot, stateDir, baseBranch: config.baseBranch }
  await guardRepository(guarded)
  const graph = await soundPlans({
    repoRoot,
    stateDir,
    planDir: config.planDir,
    completedDir: config.completedDir,
  })
  const chosen = choosePlan(graph, options.plan)
  const { plan, text } = readPlanDocument(repoRoot, chosen.path)

  return holding(options, plan.id, async () => {
    const unfinished = await unfinishedRun(stateDir, plan.id)
    if (unfinished !== null) return drive(options, plan.id, unfinished, null)
    if (options.resumeOnly) throw nothingToResume(plan.id)
    if (options.until !== null && options.until !== 'implement')
      throw notThere(plan.id, options.until, 'implement')
    await guardNewRun(guarded)
    await guardNotDelivered(options, plan)
    const runId = await freshRunId(options, plan.id)
    const input = deliveryInput({
      runId,
      config,
      plan,
      planText: text,
      until: options.until,
      spentBeforeTokens: await tokensSince(stateDir, options.clock.now() - config.budget.windowMs),
    })
    return drive(options, plan.id, runId, input)
  })
}

/** The checkout may be on another branch than the base, where the plan was completed: what counts is the base. */
async function guardNotDelivered({ repoRoot, config }: TaskOptions, plan: Plan): Promise<void> {
  const completed = `refs/heads/${config.baseBranch}:${config.completedDir}/${basename(plan.path)}`
  const { exitCode: isMissing } = await git(repoRoot, ['cat-file', '-e', completed])
  if (isMissing !== 0) return
  throw new UserError('plan-completed', `Plan ${plan.id} is completed on ${config.baseBranch} already.`, {
    next: `Your checkout does not show it yet: git merge ${config.baseBranch}, or see what comes next: harness next`,
  })
}

/** Takes up one run, whatever plan the operator would have chosen. */
export async function resumeRun(options: TaskOptions & { readonly run: KnownRun }): Promise<TaskResult> {
  const { config, repoRoot, stateDir, run } = options
  await guardRepository({ repoRoot, stateDir, baseBranch: config.baseBranch })
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
  const known = await readFolded(runDir, delivery)
  const stood = known?.state
  if (stood !== undefined && until !== null && phaseGroup(stood) !== until)
    throw notThere(planId, until, phaseGroup(stood))
  await endOrphans(processTagOf(runDir))
  const ports = await deliveryPorts(options, runDir)
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
  const begun = (await beginningOf(runDir)) ?? clock.now()
  let latest = stood ?? (input === null ? null : delivery.initialState(input))
  const rest = await driveRun<DeliveryInput, DeliveryState>({
    playbook: delivery,
    dir: runDir,
    begin: input === null ? null : { runId, input },
    until,
    adapters: deliveryAdapters(ports, options.ask),
    clock,
    attended: options.ask !== null,
    isFrozen: () => isFrozen(stateDir),
    sanitise: ports.sanitise,
    stop: options.stop,
    async observe(event, state) {
      try {
        latest = state
        if (event.type === 'CommandIssued') phases.add(phaseGroup(state))
        await sidecars.observe(event, state)
        await writeSummary(runDir, deliverySummary(event, state, begun))
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
    tokensTotal: latest.spent.tokens,
    usd: latest.spent.usd,
    unpricedCalls: latest.spent.unpricedCalls,
    logPath: sidecars.logPath,
    exitCode: exitCodeOf(rest),
    rest,
  }
}

/** When the run began; null where its journal does not say yet. */
async function beginningOf(runDir: string): Promise<number | null> {
  const journal = await peekJournal(runDir)
  return journal?.type === 'readable' ? journal.first.at : null
}

/** The newest run of the plan, unless it has ended for good. */
async function unfinishedRun(stateDir: string, planId: string): Promise<RunId | null> {
  const [newest] = await runsOf(stateDir, planId)
  if (newest === undefined) return null
  const journal = await peekJournal(newest.dir)
  if (journal === null || journal.type === 'empty') return null
  if (journal.type === 'refused') throw journal.error
  const last = journal.last.at(-1)
  return last?.type === 'RunEnded' && !last.end.resumable ? null : asRunId(newest.runId)
}

/** Two runs of a plan that begin within one second must not share a name. */
async function freshRunId({ clock, stateDir }: TaskOptions, planId: string): Promise<RunId> {
  const taken = new Set((await runsOf(stateDir, planId)).map(({ runId }) => runId))
  for (let at = clock.now(); ; at += 1_000) {
    const runId = runIdAt(at)
    if (!taken.has(runId)) return runId
  }
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

const nothingToResume = (planId: string): UserError =>
  new UserError('nothing-to-resume', `Plan ${planId} has no unfinished run.`, {
    next: `Begin one: harness run ${planId}`,
  })

const notThere = (planId: string, wanted: DeliveryPhase, stands: DeliveryPhase): UserError =>
  new UserError(
    'phase-not-reached',
    `Plan ${planId} does not stand at ${wanted}: its next phase is ${stands}.`,
    {
      next: `Run that first: harness run ${planId} --phase ${stands}`,
    },
  )
