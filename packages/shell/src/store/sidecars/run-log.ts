/**
 * Owns `logs/<plan>-<run>.log`: one line for every event of a run, for people and their tools. A projection: a log that
 * a crash left behind its journal is written again from it.
 */
import { appendFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tokensOf } from '@harness/core/kernel/agent'
import { isOutcome } from '@harness/core/kernel/event'
import { passed } from '@harness/core/kernel/evidence'
import { pastOf } from '@harness/core/kernel/gate-answer'
import type { Event } from '@harness/core/playbooks/every-effect'
import { makeDir } from '../../machine/disk/durable-dir.ts'
import { durableReplace } from '../../machine/disk/durable-write.ts'

const newline = 0x0a

export interface RunLog {
  readonly path: string
  add(event: Event): void
  /** Whether it is whole and has exactly so many lines. */
  holds(lines: number): Promise<boolean>
  rewrite(events: readonly Event[]): Promise<void>
}

export const logPathOf = (stateDir: string, planId: string, runId: string): string =>
  join(stateDir, 'logs', `${planId}-${runId}.log`)

export async function openRunLog(path: string, sanitise: (text: string) => string): Promise<RunLog> {
  const line = (event: Event): string => `${sanitise(logLine(event)).replaceAll('\n', ' ')}\n`
  await makeDir(join(path, '..'))
  appendFileSync(path, '')
  return {
    path,
    add: (event) => appendFileSync(path, line(event)),
    holds: async (lines) => wholeLines(await readFile(path).catch(() => Buffer.alloc(0))) === lines,
    rewrite: (events) => durableReplace(path, events.map(line).join('')),
  }
}

/** Null where the last line was cut short. */
function wholeLines(bytes: Buffer): number | null {
  if (bytes.length > 0 && bytes.at(-1) !== newline) return null
  let lines = 0
  for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, at + 1)) lines++
  return lines
}

function logLine(event: Event): string {
  const about = 'commandId' in event ? `${event.commandId} ` : ''
  const said = [detailOf(event), ...notesOf(event).map((note) => `note: ${note}`)].filter((it) => it !== '')
  return `${new Date(event.at).toISOString()} ${event.type} ${about}${said.join(' · ')}`.trimEnd()
}

const notesOf = (event: Event): readonly string[] => (isOutcome(event) ? (event.notes ?? []) : [])

function detailOf(event: Event): string {
  switch (event.type) {
    case 'RunStarted':
      return `${event.playbook} ${event.runId}`
    case 'CommandIssued':
      return `${event.command.type} ${event.command.id}`
    case 'RunInterrupted':
      return event.reason
    case 'RunEnded':
      return `${event.end.outcome} (exit ${event.end.exitCode}): ${event.end.reason}`
    case 'LaneOpened':
      return event.path
    case 'AgentFinished':
      return `${event.role}: ${event.changedFiles.length} files changed, ${tokensOf(event.spending.usage)} tokens`
    case 'AgentFailed':
      return `${event.role}: ${event.error.kind}: ${event.error.message}`
    case 'ContractBroken':
      return `${event.role}: ${event.problems.join('; ')}`
    case 'ChecksFinished':
      return event.evidence
        .map((item) => `${item.check} ${passed(item) ? 'passed' : (item.problem ?? `exit ${item.exitCode}`)}`)
        .join(', ')
    case 'UiCaptured':
      return `${event.screens.length} pictures`
    case 'UiNotCaptured':
      return `${event.reason}: ${event.detail}`
    case 'PlanRead':
      if (event.completed !== undefined) return 'completed elsewhere'
      return event.edit === null ? '' : 'edited by a person'
    case 'HandbookRead':
      return event.handbook.changed === null ? '' : 'changed'
    case 'BoxTicked':
      return event.promptId
    case 'TickRefused':
      return `${event.promptId}: ${event.detail}`
    case 'ChangeMeasured':
      return `${event.files.length} files`
    case 'HandbookWritten':
      return event.files.join(', ')
    case 'HandbookRefused':
      return event.problems.join('; ')
    case 'MissionRead':
      return event.features.changed === null ? '' : 'features changed'
    case 'DocumentsWritten':
      return event.refused.map(({ detail }) => detail).join('; ')
    case 'SmokeTested':
      return event.passed ? 'passed' : event.failures.join('; ')
    case 'HookRan':
    case 'Notified':
      return event.problem ?? ''
    case 'SyncConflicted':
      return event.files.join(', ')
    case 'BaseRewritten':
      return event.baseCommit
    case 'PullOpened':
    case 'PullClosed':
      return event.url
    case 'CiReported':
      return `${event.state}: ${event.jobs.map((job) => `${job.name} ${job.state}`).join(', ')}`
    case 'ForgeFailed':
      return `${event.error.kind}: ${event.error.message}`
    case 'LaneSynced':
    case 'LaneMerged':
    case 'PlanCompleted':
      return event.commit
    case 'MergeRefused':
      return `${event.reason}: ${event.detail}`
    case 'LaneClosed':
      return event.kept ?? ''
    case 'GateAnswered':
      return `${pastOf(event.answer.choice)} by ${event.answer.by}: ${event.answer.reason}`
    case 'Frozen':
      return event.reason
    case 'CommandFailed':
      return `${event.code}: ${event.detail}`
    case 'RunResumed':
    case 'TimerFired':
      return ''
  }
}
