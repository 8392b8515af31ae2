/** Shows that an agent is alive while it says nothing that is worth an event, and not more often than needed. */
import { noUsage, tokensOf, type Usage } from '@harness/core/kernel/agent'
import type { AgentEvent } from './provider.ts'

const everyMs = 5_000

/** Tokens that moved are told this often at most. */
const usageMs = 250

export interface AliveEvents {
  tell(event: AgentEvent): void
  /** Something came from the agent. Tells its usage if that grew, or if nothing else was told for a while. */
  beat(usage: () => Usage): void
}

/** A watchdog that gets impatient after `idleMs` of silence hears enough. */
export function aliveEvents(onEvent: (event: AgentEvent) => void, idleMs: number): AliveEvents {
  const quietMs = Math.min(everyMs, idleMs / 4)
  let toldAt = Number.NEGATIVE_INFINITY
  let countedAt = Number.NEGATIVE_INFINITY
  let counted = noUsage
  const tell = (event: AgentEvent): void => {
    toldAt = performance.now()
    if (event.type === 'usage') counted = event.usage
    onEvent(event)
  }
  return {
    tell,
    beat(usage) {
      const now = performance.now()
      const quiet = now - toldAt >= quietMs
      if (!quiet && now - countedAt < usageMs) return
      countedAt = now
      const used = usage()
      if (quiet || tokensOf(used) > tokensOf(counted)) tell({ type: 'usage', usage: used })
    },
  }
}
