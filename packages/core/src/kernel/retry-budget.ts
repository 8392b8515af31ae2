/** A bounded number of tries, held in state so that a crash does not forget it. */
export interface RetryBudget {
  readonly used: number
  readonly limit: number
}

export const retryBudget = (limit: number): RetryBudget => ({ used: 0, limit })
export const spendRetry = (budget: RetryBudget): RetryBudget => ({ ...budget, used: budget.used + 1 })
export const isExhausted = (budget: RetryBudget): boolean => budget.used >= budget.limit
export const refill = (budget: RetryBudget): RetryBudget => ({ ...budget, used: 0 })

/** Doubling pause before try `attempt` (1, 2, …), spread by up to a quarter so that lanes do not retry in step. */
export function backoffMs(attempt: number, baseMs: number, spreadKey: string): number {
  const pause = baseMs * 2 ** Math.max(0, attempt - 1)
  return Math.round(pause * (1 + spread(spreadKey) / 4))
}

/** A number in [0, 1) that depends on the key alone: core has no randomness. */
function spread(key: string): number {
  let hash = 2166136261
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 16777619)
  return (hash >>> 0) / 4294967296
}
