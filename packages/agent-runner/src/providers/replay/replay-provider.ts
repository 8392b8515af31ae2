/** The provider `replay`: an agent that says and changes what another one did before, from its recording. */
import { noUsage } from '@harness/core/kernel/agent'
import type { AgentResult, Provider } from '../../runner/provider.ts'

/** One call of a recorded run. */
export interface RecordedCall {
  /** What the nth turn of the call came to; null if the recording has no such turn. */
  turn(number: number): Promise<AgentResult | null>
  /** Makes the files of the call's lane what the agent left there. */
  applyChange(cwd: string): Promise<void>
}

/** Serves one call: its turns are asked for in their order. */
export function replayProvider(recorded: RecordedCall): Provider {
  let turns = 0
  return {
    name: 'replay',
    capabilities: { readOnly: false, sessions: false, turnLimit: false, takesSchema: () => false },
    async run({ cwd, role }) {
      turns++
      const result = await recorded.turn(turns)
      if (result === null) return missing(role, turns)
      if (turns === 1) await recorded.applyChange(cwd)
      return result
    },
  }
}

const missing = (role: string, turn: number): AgentResult => ({
  text: '',
  structured: undefined,
  session: null,
  spending: { usage: noUsage, usd: null, durationMs: 0, model: 'replay' },
  error: { kind: 'invalid', message: `The recording has no turn ${turn} of this call of the ${role}.` },
})
