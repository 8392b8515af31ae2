import { describe, expect, it } from 'vitest'
import { agentRetries, remedyFor } from './hurdle.ts'
import { asRunId, commandId } from './ids.ts'

const minute = 60_000
const at = 1_000_000
const limited = (resetsAt: number) =>
  remedyFor(
    {
      commandId: commandId(asRunId('20261116-120000'), 'implement', '0001', 1),
      role: 'implementer',
      error: { kind: 'rate_limit', message: 'slow down', resetsAt },
      at,
    },
    agentRetries,
  ).hurdle

describe('a rate limit is waited out', () => {
  it('until it resets, plus a minute', () =>
    expect(limited(at + 5 * minute)).toMatchObject({ type: 'sleep', until: at + 6 * minute }))
  it('for a minute where the reset lies in the past, as it does when two clocks differ', () =>
    expect(limited(at - 60 * minute)).toMatchObject({ type: 'sleep', until: at + minute }))
})
