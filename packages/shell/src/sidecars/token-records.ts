/**
 * Owns `task-runs/<plan>/<run>/tokens-used.json`: one line for every agent call of a run, failed and cancelled ones
 * included. The lines are a projection of the run's events: written again from them when the run is taken up.
 */
import { appendFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Spending, tokensOf } from '@harness/core/agent'
import type { Event } from '@harness/core/event'
import { phaseOf } from '@harness/core/ids'
import { makeDir } from '../disk/durable-dir.ts'
import { durableReplace } from '../disk/durable-write.ts'

const fileName = 'tokens-used.json'
const rootOf = (stateDir: string): string => join(stateDir, 'task-runs')
export const taskRunFolder = (stateDir: string, planId: string, runId: string): string =>
  join(rootOf(stateDir), planId, runId)

interface TokenRecord {
  readonly phase: string
  readonly model: string
  /** Cached tokens count as input. */
  readonly inputTokens: number
  readonly outputTokens: number
  /** Absent where the price is unknown. */
  readonly costCents?: number
  readonly at: string
}

export interface TokenFile {
  add(event: Event): void
}

export async function openTokenFile(folder: string, past: readonly Event[]): Promise<TokenFile> {
  const path = join(folder, fileName)
  await makeDir(folder)
  await durableReplace(path, past.flatMap(linesOf).join(''))
  return {
    add(event) {
      const lines = linesOf(event).join('')
      if (lines !== '') appendFileSync(path, lines)
    },
  }
}

/** Tokens that all runs of this repository used since a moment: what the budget's window holds. */
export async function tokensSince(stateDir: string, since: number): Promise<number> {
  let tokens = 0
  const plans = await namesIn(rootOf(stateDir))
  for (const plan of plans) {
    for (const run of await namesIn(join(rootOf(stateDir), plan))) {
      const text = await readFile(join(rootOf(stateDir), plan, run, fileName), 'utf8').catch(() => '')
      for (const line of text.split('\n')) tokens += tokensIn(line, since)
    }
  }
  return tokens
}

function tokensIn(line: string, since: number): number {
  try {
    const { at, inputTokens, outputTokens } = JSON.parse(line) as Partial<TokenRecord>
    const isRecord = typeof at === 'string' && Number.isFinite(inputTokens) && Number.isFinite(outputTokens)
    return isRecord && Date.parse(at) >= since ? Number(inputTokens) + Number(outputTokens) : 0
  } catch {
    // The last line of a run that is just being written, or one that somebody edited.
    return 0
  }
}

function linesOf(event: Event): readonly string[] {
  switch (event.type) {
    case 'AgentFinished':
    case 'AgentFailed':
    case 'ContractBroken':
      return [line(phaseOf(event.commandId), event.spending, event.at)]
    case 'RunInterrupted':
      return event.spent.map(({ commandId, spending }) => line(phaseOf(commandId), spending, event.at))
    default:
      return []
  }
}

function line(phase: string, spending: Spending, at: number): string {
  const outputTokens = spending.usage.output
  const record: TokenRecord = {
    phase,
    model: spending.model,
    inputTokens: tokensOf(spending.usage) - outputTokens,
    outputTokens,
    ...(spending.usd === null ? {} : { costCents: Math.round(spending.usd * 1_000_000) / 10_000 }),
    at: new Date(at).toISOString(),
  }
  return `${JSON.stringify(record)}\n`
}

const namesIn = (folder: string): Promise<readonly string[]> => readdir(folder).catch(() => [])
