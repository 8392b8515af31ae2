/**
 * Owns `summary.json` in a run's folder: what `harness runs` shows, so that listing runs need not fold journals. It is a
 * projection: lost or old, it is made again from the journal.
 */
import { join } from 'node:path'
import type { ExitCode } from '@harness/core/kernel/exit-code'
import { replaceJsonFile } from '../../machine/disk/json-file.ts'

export interface RunSummary {
  readonly playbook: string
  readonly runId: string
  readonly subject: string
  readonly title: string
  readonly branch: string
  readonly phase: string
  readonly status:
    | 'working'
    | 'sleeping'
    | 'waiting'
    | 'interrupted'
    | 'paused'
    | 'done'
    | 'halted'
    | 'blocked'
  readonly startedAt: number
  readonly updatedAt: number
  readonly tokens: number
  readonly usd: number
  readonly unpricedCalls: number
  /** The open gate, or until when it sleeps and why. */
  readonly waitingFor: string | null
  /** The name of the open gate; absent in summaries of older versions. */
  readonly gate?: string | null
  /** What a command ends with that finds the run at that gate; absent if there is none. */
  readonly gateExitCode?: ExitCode
  /** The names of what it can be answered with; absent if there is none. */
  readonly gateChoices?: readonly string[]
  readonly sleepsUntil: number | null
  readonly reason: string | null
  readonly next: string | null
  readonly exitCode: number | null
  /** What the change was merged as if the plan's file could not be moved; absent otherwise. */
  readonly mergedUnmoved?: string
}

export const summaryFileName = 'summary.json'

/** Whether the run stands at a gate; also if its process was interrupted since. */
export const isAtGate = (summary: RunSummary | null): boolean =>
  summary !== null && summary.waitingFor !== null && summary.sleepsUntil === null

export const writeSummary = (dir: string, summary: RunSummary): Promise<void> =>
  replaceJsonFile(join(dir, summaryFileName), summary)
