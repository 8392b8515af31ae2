/** Adds up what several turns of one call cost. */
import type { Spending } from '@harness/core/kernel/agent'

/** One unknown price makes the sum unknown. */
export const addSpending = (a: Spending, b: Spending): Spending => ({
  usage: {
    input: a.usage.input + b.usage.input,
    output: a.usage.output + b.usage.output,
    cacheRead: a.usage.cacheRead + b.usage.cacheRead,
    cacheWrite: a.usage.cacheWrite + b.usage.cacheWrite,
  },
  usd: a.usd === null || b.usd === null ? null : a.usd + b.usd,
  durationMs: a.durationMs + b.durationMs,
  model: b.model,
})
