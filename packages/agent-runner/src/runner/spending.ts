/** Adds up what several turns of one call cost. */
import { addUsage, type Spending } from '@harness/core/kernel/agent'

/** One unknown price makes the sum unknown. */
export const addSpending = (a: Spending, b: Spending): Spending => ({
  usage: addUsage(a.usage, b.usage),
  usd: a.usd === null || b.usd === null ? null : a.usd + b.usd,
  durationMs: a.durationMs + b.durationMs,
  model: b.model,
})
