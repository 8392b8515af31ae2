/**
 * Owns what a mission may spend. A call's price is known only afterwards, so something is reserved for each one that is
 * under way: several run at once only while the caps bear all of them, and the last one that is let through is alone.
 */
import type { MissionState } from './state.ts'

/** What a call is taken to cost at most. */
const reservePerCall = { usd: 2, tokens: 200_000 } as const

const limitsOf = ({ input, allowance }: MissionState) => ({
  usd: input.caps.usd === null ? Number.POSITIVE_INFINITY : input.caps.usd * allowance,
  tokens: input.caps.tokens === null ? Number.POSITIVE_INFINITY : input.caps.tokens * allowance,
})

export function capReached(state: MissionState): boolean {
  const { usd, tokens } = limitsOf(state)
  return state.spent.usd >= usd || state.spent.tokens >= tokens
}

export function isNearCap(state: MissionState): boolean {
  const { usd, tokens } = limitsOf(state)
  const { warnAt } = state.input.caps
  return state.spent.usd >= usd * warnAt || state.spent.tokens >= tokens * warnAt
}

/** Whether one more call may begin beside so many others. */
export function mayCall(state: MissionState, underWay: number): boolean {
  if (capReached(state)) return false
  if (underWay === 0) return true
  const { usd, tokens } = limitsOf(state)
  const reserved = underWay + 1
  return (
    state.spent.usd + reserved * reservePerCall.usd <= usd &&
    state.spent.tokens + reserved * reservePerCall.tokens <= tokens
  )
}

export function describeSpent({ spent, input, allowance }: MissionState): string {
  const of = (cap: number | null, unit: string): string =>
    cap === null ? '' : ` of ${cap * allowance} ${unit}`
  return `$${spent.usd.toFixed(2)}${of(input.caps.usd, 'dollars')}, ${spent.tokens}${of(input.caps.tokens, '')} tokens`
}
