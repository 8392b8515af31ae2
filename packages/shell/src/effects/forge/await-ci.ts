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
import type { Attempt } from '../failure/attempt.ts'
import { orForgeFailed } from '../failure/forge-error.ts'
import type { ForgePorts } from '../landing/forge-ports.ts'
import type { Forge } from './port/forge.ts'
import { growingPauses } from './port/growing-pauses.ts'
import { laneMerged, pullClosed } from './port/pull-fate.ts'

export const awaitCi = (
  command: AwaitCi,
  attempt: Attempt,
  ports: ForgePorts & { readonly ciGraceMs: number },
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
      const jobs: readonly CiJob[] = (await forge.ciJobs(commit, signal)).map((job) => ({
        ...job,
        name: ports.sanitise(job.name),
        summary: ports.sanitise(job.summary),
      }))
      const now = clock.now()
      const state = verdict(jobs, before, { isLate: now >= deadline, mayBeAbsent: now >= absentAt })
      if (state !== null) return { type: 'CiReported', at: now, commandId, state, jobs }
      before = jobs
      await clock.until(now + Math.min(pauseMs, Math.max(0, deadline - now)), signal)
    }
    throw new Error('pauses never end')
  })

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
