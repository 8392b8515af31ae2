/**
 * Owns `task-runs/<plan>/<run>/tokens-used.json`: one line for every agent call of a run, failed and cancelled ones
 * included. The lines are a projection of the run's events: written again from them when the run is taken up.
 */

import { appendFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isAgentOutcome } from '@harness/core/effects/run-agent'
import { type Spending, tokensOf } from '@harness/core/kernel/agent'
import type { AnyEvent } from '@harness/core/kernel/effect'
import { isRunEvent } from '@harness/core/kernel/event'
import { phaseOf } from '@harness/core/kernel/ids'
import { parseTokenLine, printTokenLine, type TokenRecord } from '@harness/formats/records/token-record'
import { makeDir } from '../../machine/disk/durable-dir.ts'
import { durableReplace } from '../../machine/disk/durable-write.ts'
import { readableNamesIn } from '../../machine/disk/folder-names.ts'
import { taskRunsRoot } from './task-files.ts'

const fileName = 'tokens-used.json'
export interface TokenFile {
  add(event: AnyEvent): void
  /** Whether its lines are whole and come to exactly so many tokens. */
  holds(tokens: number): Promise<boolean>
  rewrite(events: readonly AnyEvent[]): Promise<void>
}

export async function openTokenFile(folder: string): Promise<TokenFile> {
  const path = join(folder, fileName)
  await makeDir(folder)
  appendFileSync(path, '')
  return {
    add(event) {
      const lines = linesOf(event).join('')
      if (lines !== '') appendFileSync(path, lines)
    },
    async holds(tokens) {
      const text = await readFile(path, 'utf8').catch(() => '')
      return (text === '' || text.endsWith('\n')) && sumOf(recordsIn(text)) === tokens
    },
    rewrite: (events) => durableReplace(path, events.flatMap(linesOf).join('')),
  }
}

/** Tokens that all runs of this repository used since a moment: what the budget's window holds. */
export const tokensSince = async (stateDir: string, since: number): Promise<number> =>
  sumOf(await callsSince(stateDir, since))

/** Every agent call of all runs of this repository since a moment, in no order. */
export async function callsSince(stateDir: string, since: number): Promise<readonly TokenRecord[]> {
  const calls: TokenRecord[] = []
  const plans = await readableNamesIn(taskRunsRoot(stateDir))
  for (const plan of plans) {
    for (const run of await readableNamesIn(join(taskRunsRoot(stateDir), plan))) {
      const text = await readFile(join(taskRunsRoot(stateDir), plan, run, fileName), 'utf8').catch(() => '')
      calls.push(...recordsIn(text).filter(({ at }) => at >= since))
    }
  }
  return calls
}

const recordsIn = (text: string): readonly TokenRecord[] =>
  text.split('\n').flatMap((line) => parseTokenLine(line) ?? [])

const sumOf = (records: readonly TokenRecord[]): number =>
  records.reduce((tokens, { inputTokens, outputTokens }) => tokens + inputTokens + outputTokens, 0)

function linesOf(event: AnyEvent): readonly string[] {
  if (isAgentOutcome(event)) return [line(phaseOf(event.commandId), event.spending, event.at)]
  if (!isRunEvent(event, 'RunInterrupted')) return []
  return event.spent.map(({ commandId, spending }) => line(phaseOf(commandId), spending, event.at))
}

function line(phase: string, spending: Spending, at: number): string {
  const outputTokens = spending.usage.output
  return printTokenLine({
    phase,
    model: spending.model,
    inputTokens: tokensOf(spending.usage) - outputTokens,
    outputTokens,
    costCents: spending.usd === null ? null : Math.round(spending.usd * 1_000_000) / 10_000,
    at,
  })
}
