/** Shows per role how well its envelopes suit a prompt cache: what they share, and what the provider took from its cache. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Usage } from '@harness/core/agent'
import { callFolder } from '@harness/shell/agents/call-folder'
import type { KnownRun } from '@harness/shell/runs'
import type { CommandContext } from '../command.ts'
import { wholeStory } from '../run-story.ts'
import { table } from '../terminal/table.ts'

interface RoleCache {
  calls: number
  prompt: number
  cached: number
  readonly shared: number[]
}

export async function showRoleCaches({ terminal }: CommandContext, run: KnownRun): Promise<void> {
  const roles = await roleCaches(run)
  if (roles.size === 0) return
  const rows = [...roles].map(([role, { calls, prompt, cached, shared }]) => [
    role,
    String(calls),
    shared.length === 0 ? 'one call' : percent(shared.reduce((sum, ratio) => sum + ratio, 0) / shared.length),
    prompt === 0 ? 'unknown' : percent(cached / prompt),
  ])
  terminal.print('')
  terminal.print(
    table(
      ['ROLE', 'CALLS', 'SHARED PREFIX', 'CACHE HITS'],
      rows,
      terminal.columns(),
      terminal.colours.strong,
    ),
  )
}

async function roleCaches(run: KnownRun): Promise<ReadonlyMap<string, RoleCache>> {
  const roles = new Map<string, RoleCache>()
  for (const { event } of (await wholeStory(run)).chapters) {
    if (event.type !== 'AgentFinished' && event.type !== 'AgentFailed' && event.type !== 'ContractBroken')
      continue
    const role = roles.get(event.role) ?? { calls: 0, prompt: 0, cached: 0, shared: [] }
    roles.set(event.role, role)
    role.calls++
    role.prompt += promptTokens(event.spending.usage)
    role.cached += event.spending.usage.cacheRead
    const ratio = await sharedPrefix(join(callFolder(run.dir, event.commandId), 'slices.json'))
    if (ratio !== null) role.shared.push(ratio)
  }
  return roles
}

const promptTokens = (usage: Usage): number => usage.input + usage.cacheRead + usage.cacheWrite

/** Null for a role's first call, and where the recording is gone. */
async function sharedPrefix(path: string): Promise<number | null> {
  try {
    const { sharedPrefix } = JSON.parse(await readFile(path, 'utf8'))
    return typeof sharedPrefix?.ratio === 'number' ? sharedPrefix.ratio : null
  } catch {
    return null
  }
}

const percent = (ratio: number): string => `${(ratio * 100).toFixed(1)} %`
