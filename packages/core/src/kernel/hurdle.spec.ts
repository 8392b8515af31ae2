import { describe, expect, it } from 'vitest'
import { agentRetries, remedyFor } from './hurdle.ts'
import { asRunId, commandId } from './ids.ts'

const minute = 60_000
const at = 1_000_000
const limited = (resetsAt: number, call = 1) =>
  remedyFor(
    {
      commandId: commandId(asRunId('20261116-120000'), 'implement', '0001', call),
      role: 'implementer',
      error: { kind: 'rate_limit', message: 'slow down', resetsAt },
      at,
    },
    agentRetries,
  ).hurdle

describe('a rate limit is waited out', () => {
  it('AG-19 until it resets, plus a few seconds that differ from call to call', () => {
    const waits = [1, 2, 3].map((call) => limited(at + 5 * minute, call))
    const afterReset = waits.map((wait) => (wait?.type === 'sleep' ? wait.until - at - 5 * minute : 0))
    for (const ms of afterReset) expect(ms).toBeGreaterThanOrEqual(4_000)
    for (const ms of afterReset) expect(ms).toBeLessThanOrEqual(5_000)
    expect(new Set(afterReset).size).toBe(3)
  })
  it('for a minute where the reset lies in the past, as it does when two clocks differ', () =>
    expect(limited(at - 60 * minute)).toMatchObject({ type: 'sleep', until: at + minute }))
})
