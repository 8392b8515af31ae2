/**
 * AwaitCi: asks the forge, with growing pauses, what its own checks of a commit came to. Nothing for a while means that
 * there are none; what passed must be seen twice, because the jobs of a second stage begin only after the first. Only
 * asks, so that a repetition is as good as the first.
 */
import type { AwaitCi, CiJob, CiReported } from '@harness/core/effects/await-ci'
import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { ForgeFailed } from '@harness/core/effects/forge-failed'
import type { LaneMerged } from '@harness/core/effects/merge-lane'
import type { PullClosed } from '@harness/core/effects/open-pull'
import type { CommandId } from '@harness/core/kernel/ids'
import type { Attempt } from '../failure/attempt.ts'
import { orForgeFailed } from '../failure/forge-error.ts'
import type { ForgePorts } from '../landing/forge-ports.ts'
import { keepJobLog } from './job-log.ts'
import type { Forge, ForgeJob } from './port/forge.ts'
import { growingPauses } from './port/growing-pauses.ts'
import { laneMerged, pullClosed } from './port/pull-fate.ts'

export interface CiPorts extends ForgePorts {
  /** How long a forge without jobs is waited for. */
  readonly ciGraceMs: number
  /** The folder of the run's logs; absolute. */
  readonly runDir: string
}

export const awaitCi = (
  command: AwaitCi,
  attempt: Attempt,
  ports: CiPorts,
  forge: Forge,
): Promise<CiReported | PullClosed | LaneMerged | ForgeFailed | CommandFailed> =>
  orForgeFailed(command, attempt, ports, async () => {
    const { clock } = ports
    const { signal } = attempt
    const { id: commandId, commit, deadline } = command
    const absentAt = clock.now() + ports.ciGraceMs
    let before: readonly CiJob[] | null = null
    for (const pauseMs of growingPauses()) {
      const pull = await forge.readPull(command.pull, signal)
      if (pull.state === 'closed') return pullClosed(commandId, pull, ports)
      if (pull.state === 'merged')
        return laneMerged(pull, { commandId, commit, by: 'others' }, ports, forge, signal)
      const found = await forge.ciJobs(commit, signal)
      const jobs: readonly CiJob[] = found.map(({ name, state, url, summary }) => ({
        name: ports.sanitise(name),
        state,
        url,
        summary: ports.sanitise(summary),
      }))
      const now = clock.now()
      const state = verdict(jobs, before, { isLate: now >= deadline, mayBeAbsent: now >= absentAt })
      if (state !== null)
        return {
          type: 'CiReported',
          at: now,
          commandId,
          state,
          jobs: state === 'failed' ? await explained(jobs, found, command, ports, forge, signal) : jobs,
        }
      before = jobs
      await clock.until(now + Math.min(pauseMs, Math.max(0, deadline - now)), signal)
    }
    throw new Error('pauses never end')
  })

/** More of them tell a fixer nothing new. */
const mostExplained = 8

/** The same jobs; those that failed with what the forge says about it. */
async function explained(
  jobs: readonly CiJob[],
  found: readonly ForgeJob[],
  { id }: AwaitCi,
  ports: CiPorts,
  forge: Forge,
  signal: AbortSignal,
): Promise<readonly CiJob[]> {
  const told: CiJob[] = []
  let failures = 0
  for (const [index, job] of jobs.entries()) {
    const source = found[index]
    const isTold = source !== undefined && job.state === 'failed' && ++failures <= mostExplained
    told.push(isTold ? await withFailure(job, source, failures, id, ports, forge, signal) : job)
  }
  return told
}

async function withFailure(
  job: CiJob,
  source: ForgeJob,
  number: number,
  command: CommandId,
  ports: CiPorts,
  forge: Forge,
  signal: AbortSignal,
): Promise<CiJob> {
  const { annotations, log, unread } = await forge.explainJob(source, signal)
  return {
    ...job,
    ...(annotations.length === 0 ? {} : { annotations: annotations.map(ports.sanitise) }),
    ...(log === null ? {} : { log: await keepJobLog(ports, command, number, job.name, log) }),
    ...(unread === null ? {} : { unread: ports.sanitise(unread) }),
  }
}

/** Null while it is too early to say. */
export function verdict(
  jobs: readonly CiJob[],
  before: readonly CiJob[] | null,
  { isLate, mayBeAbsent }: { readonly isLate: boolean; readonly mayBeAbsent: boolean },
): CiReported['state'] | null {
  if (jobs.length === 0) return mayBeAbsent || isLate ? 'absent' : null
  const hasFailed = jobs.some(({ state }) => state === 'failed')
  if (jobs.some(({ state }) => state === 'pending')) {
    if (!isLate) return null
    return hasFailed ? 'failed' : 'silent'
  }
  if (hasFailed) return 'failed'
  return isLate || (before !== null && sameJobs(jobs, before)) ? 'passed' : null
}

const sameJobs = (now: readonly CiJob[], before: readonly CiJob[]): boolean =>
  now.length === before.length && before.every(({ state }) => state === 'passed')
