/**
 * Owns `logs/<plan>-<run>.log`: one line for every event of a run, for people and their tools. A projection: a log that
 * a crash left behind its journal is written again from it.
 */
import { appendFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AnyEvent, AnyOutcome } from '@harness/core/kernel/effect'
import { isOutcome, type RunEvent } from '@harness/core/kernel/event'
import { makeDir } from '../../machine/disk/durable-dir.ts'
import { durableReplace } from '../../machine/disk/durable-write.ts'

const newline = 0x0a

export interface RunLog {
  readonly path: string
  add(event: AnyEvent): void
  /** Whether it is whole and has exactly so many lines. */
  holds(lines: number): Promise<boolean>
  rewrite(events: readonly AnyEvent[]): Promise<void>
}

export const logPathOf = (stateDir: string, planId: string, runId: string): string =>
  join(stateDir, 'logs', `${planId}-${runId}.log`)

/** What the log says of an outcome beside its name. */
export type DetailOf = (outcome: AnyOutcome) => string

export async function openRunLog(
  path: string,
  sanitise: (text: string) => string,
  detailOf: DetailOf,
): Promise<RunLog> {
  const line = (event: AnyEvent): string => `${sanitise(logLine(event, detailOf)).replaceAll('\n', ' ')}\n`
  await makeDir(join(path, '..'))
  appendFileSync(path, '')
  return {
    path,
    add: (event) => appendFileSync(path, line(event)),
    holds: async (lines) => wholeLines(await readFile(path).catch(() => Buffer.alloc(0))) === lines,
    rewrite: (events) => durableReplace(path, events.map(line).join('')),
  }
}

/** Null if the last line was cut short. */
function wholeLines(bytes: Buffer): number | null {
  if (bytes.length > 0 && bytes.at(-1) !== newline) return null
  let lines = 0
  for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, at + 1)) lines++
  return lines
}

function logLine(event: AnyEvent, detailOf: DetailOf): string {
  const about = 'commandId' in event ? `${event.commandId} ` : ''
  const detail = isOutcome(event) ? detailOf(event) : runDetail(event)
  const said = [detail, ...notesOf(event).map((note) => `note: ${note}`)].filter((it) => it !== '')
  return `${new Date(event.at).toISOString()} ${event.type} ${about}${said.join(' · ')}`.trimEnd()
}

const notesOf = (event: AnyEvent): readonly string[] => (isOutcome(event) ? (event.notes ?? []) : [])

/** What the run itself records. Each effect says what the log tells of its outcomes. */
function runDetail(event: RunEvent): string {
  switch (event.type) {
    case 'RunStarted':
      return `${event.playbook} ${event.runId}`
    case 'CommandIssued':
      return `${event.command.type} ${event.command.id}`
    case 'RunInterrupted':
      return event.reason
    case 'RunEnded':
      return `${event.end.outcome} (exit ${event.end.exitCode}): ${event.end.reason}`
    case 'RunResumed':
      return ''
  }
}
