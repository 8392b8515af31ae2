/**
 * Owns what a run's roles came to: calls, tokens, cost, and how well their envelopes suit a prompt cache: what they
 * share with the one before, and what the provider took from its cache.
 */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isRunAgent } from '@harness/core/effects/run-agent'
import { addUsage, noUsage, type Spending, tokensOf, type Usage } from '@harness/core/kernel/agent'
import type { AnyCommand } from '@harness/core/kernel/effect'
import { isRunEvent } from '@harness/core/kernel/event'
import { costText, shortCount } from '@harness/formats/text/amounts'
import { callFolder } from '@harness/shell/effects/agents/call/call-folder'
import type { Chapter } from '../run-story.ts'
import { paidCalls } from './paid-calls.ts'

export interface RoleTotals {
  readonly role: string
  /** Failed and cancelled ones too, and those that died with their process: they were paid. */
  readonly calls: number
  readonly usage: Usage
  readonly tokens: number
  readonly usd: number
  readonly unpricedCalls: number
  /** Mean over successive envelopes, 0 to 1; null if there was one only. */
  readonly sharedPrefix: number | null
  /** The part of the prompt that came from the provider's cache, 0 to 1; null if no prompt was told. */
  readonly cacheHits: number | null
}

export async function roleTotals(
  runDir: string,
  chapters: readonly Chapter[],
  wantedIn: (state: Chapter['state']) => readonly AnyCommand[],
): Promise<readonly RoleTotals[]> {
  const spendings = new Map<string, Spending[]>()
  const ratios = new Map<string, number[]>()
  for (const { event } of chapters) {
    if (!isRunEvent(event, 'CommandIssued') || !isRunAgent(event.command)) continue
    const { id, role } = event.command
    const ratio = await sharedPrefix(join(callFolder(runDir, id), 'slices.json'))
    if (ratio !== null) entry(ratios, role).push(ratio)
  }
  for (const { role, spending } of paidCalls(chapters, wantedIn)) entry(spendings, role).push(spending)
  return [...spendings].map(([role, spent]) => totals(role, spent, ratios.get(role) ?? []))
}

export const roleRow = (role: RoleTotals): readonly string[] => [
  role.role,
  String(role.calls),
  shortCount(role.tokens),
  costText(role),
  role.sharedPrefix === null ? 'one call' : percent(role.sharedPrefix),
  role.cacheHits === null ? 'unknown' : percent(role.cacheHits),
]

export const roleColumns: readonly string[] = [
  'ROLE',
  'CALLS',
  'TOKENS',
  'COST',
  'SHARED PREFIX',
  'CACHE HITS',
]

function totals(role: string, spent: readonly Spending[], ratios: readonly number[]): RoleTotals {
  const usage = spent.reduce((sum, each) => addUsage(sum, each.usage), noUsage)
  const prompt = usage.input + usage.cacheRead + usage.cacheWrite
  return {
    role,
    calls: spent.length,
    usage,
    tokens: tokensOf(usage),
    usd: spent.reduce((sum, { usd }) => sum + (usd ?? 0), 0),
    unpricedCalls: spent.filter(({ usd }) => usd === null).length,
    sharedPrefix: ratios.length === 0 ? null : ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length,
    cacheHits: prompt === 0 ? null : usage.cacheRead / prompt,
  }
}

function entry<Item>(lists: Map<string, Item[]>, key: string): Item[] {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}

/** Null for a role's first call, or if the recording is gone. */
async function sharedPrefix(path: string): Promise<number | null> {
  try {
    const { sharedPrefix } = JSON.parse(await readFile(path, 'utf8'))
    return typeof sharedPrefix?.ratio === 'number' ? sharedPrefix.ratio : null
  } catch {
    return null
  }
}

const percent = (ratio: number): string => `${(ratio * 100).toFixed(1)} %`
