import type { RunAgent } from '@harness/core/effects/run-agent'
import type { Random } from '../engine/random.ts'
import type { AgentAct, AgentTurn } from './agents.ts'

/** What a turn costs depends on its command alone: repeated, it costs the same. */
export function turnOf(command: RunAgent, act: AgentAct, durationMs: number, random: Random): AgentTurn {
  const luck = random.about(`${command.id} cost`)
  return {
    act,
    durationMs,
    spending: {
      usage: { input: luck.int(1_000, 60_000), output: 0, cacheRead: 0, cacheWrite: 0 },
      usd: luck.chance(0.2) ? null : 0.25,
      durationMs,
      model: 'simulated',
    },
  }
}
