/** Shows that an agent is alive while it says nothing that is worth an event, and not more often than needed. */
import type { Usage } from '@harness/core/kernel/agent'
import type { AgentEvent } from './provider.ts'

const everyMs = 5_000

export interface AliveEvents {
  tell(event: AgentEvent): void
  /** Something came from the agent; tells its usage so far if nothing else was told for a while. */
  beat(usage: () => Usage): void
}

/** A watchdog that gets impatient after `idleMs` of silence hears enough. */
export function aliveEvents(onEvent: (event: AgentEvent) => void, idleMs: number): AliveEvents {
  const quietMs = Math.min(everyMs, idleMs / 4)
  let toldAt = Number.NEGATIVE_INFINITY
  const tell = (event: AgentEvent): void => {
    toldAt = performance.now()
    onEvent(event)
  }
  return {
    tell,
    beat(usage) {
      if (performance.now() - toldAt >= quietMs) tell({ type: 'usage', usage: usage() })
    },
  }
}
