/**
 * Owns what `state.json` says of runs that need something: those that work, sleep, wait for a person, rest or were
 * blocked. Each has its reason, since when, and the next command. A subject has one entry, of its newest run.
 */
import { grant } from '@harness/core/kernel/gate-choices'
import { UserError } from '@harness/core/kernel/user-error'
import type { DaemonState } from '@harness/formats/records/daemon-state'
import { printMoment } from '@harness/formats/text/moment'
import { isAtGate, type RunSummary } from '../layout/run-summary.ts'
import { hasStateFile, updateStateFile } from './state-file.ts'

export interface UnfinishedRun {
  readonly run: string
  readonly playbook: string
  readonly status: RunSummary['status']
  readonly phase: string
  readonly reason: string
  readonly since: string
  readonly next: string
  readonly branch: string
}

/** Null if the run is done. */
function unfinishedRunOf(summary: RunSummary): UnfinishedRun | null {
  const { subject, runId, playbook, status, phase, updatedAt, branch } = summary
  if (status === 'done') return null
  const run = `${subject}-${runId}`
  return {
    run,
    playbook,
    status,
    phase,
    reason: summary.waitingFor ?? summary.reason ?? '',
    since: printMoment(updatedAt),
    next: nextOf(run, summary),
    branch,
  }
}

function nextOf(run: string, summary: RunSummary): string {
  const { gateChoices = [grant], next } = summary
  if (isAtGate(summary))
    return gateChoices.includes(grant)
      ? `harness grant ${run}`
      : `harness answer ${run} <${gateChoices.join('|')}>`
  if (summary.status === 'working' || summary.status === 'sleeping') return `harness logs ${run} -f`
  return next ?? `harness resume ${run}`
}

/** Brings `state.json` up to date if the run now stands otherwise than before. A file that is damaged is left alone. */
export async function followUnfinished(
  stateDir: string,
  before: RunSummary | null,
  summary: RunSummary,
): Promise<void> {
  if (before !== null && sameStanding(before, summary) && hasStateFile(stateDir)) return
  try {
    await updateStateFile(stateDir, (state) => withRun(state, summary.subject, unfinishedRunOf(summary)))
  } catch (error) {
    if (!(error instanceof UserError && error.code === 'state-file-damaged')) throw error
  }
}

const sameStanding = (one: RunSummary, other: RunSummary): boolean =>
  one.status === other.status &&
  one.waitingFor === other.waitingFor &&
  one.sleepsUntil === other.sleepsUntil &&
  one.runId === other.runId

const withRun = (state: DaemonState, subject: string, run: UnfinishedRun | null): DaemonState => {
  const others = Object.entries(state.runs).filter(([name]) => name !== subject)
  return { ...state, runs: Object.fromEntries(run === null ? others : [...others, [subject, run]]) }
}
