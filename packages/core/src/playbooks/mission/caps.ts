/**
 * Owns what a mission may spend. What a call costs is known only afterwards, and nothing can keep it from costing more than
 * any before: under a cap there is one call at a time, so that the one that reaches the cap is the only one to pass it.
 */
import type { Spending } from '../../kernel/agent.ts'
import { tokensOf } from '../../kernel/agent.ts'
import { settleUnknown } from '../../kernel/budget-ledger.ts'
import { counted } from '../../kernel/counted.ts'
import { phaseOf } from '../../kernel/ids.ts'
import type { Dearest, MissionState } from './state.ts'

/** What the dearest call of each kind has cost. */
export function withPrice(state: MissionState, commandId: string, { usd, usage }: Spending): MissionState {
  const kind = phaseOf(commandId)
  const before = state.dearest[kind]
  const known: Dearest = {
    usd: usd === null ? (before?.usd ?? null) : Math.max(usd, before?.usd ?? 0),
    tokens: Math.max(tokensOf(usage), before?.tokens ?? 0),
  }
  return { ...state, dearest: { ...state.dearest, [kind]: known } }
}

const limitsOf = ({ input, allowance }: MissionState) => ({
  usd: input.caps.usd === null ? Number.POSITIVE_INFINITY : input.caps.usd * allowance,
  tokens: input.caps.tokens === null ? Number.POSITIVE_INFINITY : input.caps.tokens * allowance,
})

const units = ['usd', 'tokens'] as const

/** What is held against the caps: what was spent, as far as anybody knows, and what may have been. */
const heldOf = ({ spent, lost }: MissionState) => ({
  usd: spent.usd + lost.usd,
  tokens: spent.tokens + lost.tokens,
})

/** For a call that died before anybody knew what its kind costs: this, or that share of the cap if it is less. */
const unknownPrice = { usd: 2, tokens: 200_000 } as const
const shareOfUnknown = 1 / 8

/** A call that died with its process has cost something: as much as the dearest of its kind, for all that is known. */
export function withLost(state: MissionState, commandId: string): MissionState {
  const { caps } = state.input
  const dearest = state.dearest[phaseOf(commandId)]
  const [usd = 0, tokens = 0] = units.map(
    (unit) =>
      dearest?.[unit] ??
      Math.min(unknownPrice[unit], (caps[unit] ?? Number.POSITIVE_INFINITY) * shareOfUnknown),
  )
  const { lost } = state
  return {
    ...state,
    spent: settleUnknown(state.spent),
    lost: { calls: lost.calls + 1, usd: lost.usd + usd, tokens: lost.tokens + tokens },
  }
}

export function capReached(state: MissionState): boolean {
  const limits = limitsOf(state)
  const held = heldOf(state)
  return units.some((unit) => held[unit] >= limits[unit])
}

export function isNearCap(state: MissionState): boolean {
  const limits = limitsOf(state)
  const held = heldOf(state)
  return units.some((unit) => held[unit] >= limits[unit] * state.input.caps.warnAt)
}

/** Whether one more call may begin beside those under way. */
export const mayCall = (state: MissionState, underWay: readonly string[]): boolean =>
  !capReached(state) && (underWay.length === 0 || !isCapped(state))

const isCapped = ({ input: { caps } }: MissionState): boolean => caps.usd !== null || caps.tokens !== null

/** A cap in dollars that some calls cannot be held against. */
export const isBlind = ({ input, spent, lost }: MissionState): boolean =>
  input.caps.usd !== null && spent.unpricedCalls > lost.calls

export function describeSpent({ spent, lost, input, allowance }: MissionState): string {
  const of = (cap: number | null, unit: string): string =>
    cap === null ? '' : ` of ${cap * allowance} ${unit}`
  const least = spent.unpricedCalls > 0 ? '≥ ' : ''
  const spentSoFar = `${least}$${spent.usd.toFixed(2)}${of(input.caps.usd, 'dollars')}, ${spent.tokens}${of(input.caps.tokens, '')} tokens`
  return lost.calls === 0
    ? spentSoFar
    : `${spentSoFar}, and $${lost.usd.toFixed(2)} and ${Math.round(lost.tokens)} tokens held for ${counted(lost.calls, 'call')} of unknown price`
}
