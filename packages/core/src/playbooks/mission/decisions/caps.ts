/**
 * Owns what a mission may spend. Before a call, the caps hold what it may cost: the dearest of its role so far, or a tenth
 * of the cap. After it they hold what it has cost. Calls run side by side as long as all of that fits; a single call may
 * always begin below the cap. A call that died with its process is held for until it is repeated and answers.
 */
import { type Spending, tokensOf } from '../../../kernel/agent.ts'
import { settle } from '../../../kernel/budget-ledger.ts'
import { phaseOf } from '../../../kernel/ids.ts'
import type { Dearest, Held, MissionState, Price } from '../state/state.ts'

const units = ['usd', 'tokens'] as const
const shareOfUnknown = 1 / 10

/** Also one that is to be repeated, after its process died. */
export const isCalled = ({ reserved }: MissionState, id: string): boolean => Object.hasOwn(reserved, id)

export const isCalling = ({ reserved }: MissionState): boolean => Object.keys(reserved).length > 0

/** Each role is called at one step of its own, but the worker: it also resolves conflicts. */
const stepOf = (id: string): string => (phaseOf(id) === 'resolve' ? 'work' : phaseOf(id))

function priceOf({ dearest, input: { caps } }: MissionState, id: string): Price {
  const known = dearest[stepOf(id)]
  const [usd = 0, tokens = 0] = units.map((unit) => known?.[unit] ?? (caps[unit] ?? 0) * shareOfUnknown)
  return { usd, tokens }
}

export const reserving = (state: MissionState, id: string): MissionState => ({
  ...state,
  reserved: { ...state.reserved, [id]: priceOf(state, id) },
})

/** The call has ended: what it has cost stands for what was held. */
export function settled(before: MissionState, id: string, spending: Spending): MissionState {
  const { [id]: _, ...reserved } = before.reserved
  const state = { ...before, reserved }
  const step = stepOf(id)
  const was = state.dearest[step]
  const { usd } = spending
  const dearest: Dearest = {
    usd: usd === null ? (was?.usd ?? null) : Math.max(usd, was?.usd ?? 0),
    tokens: Math.max(tokensOf(spending.usage), was?.tokens ?? 0),
  }
  return {
    ...state,
    spent: settle(state.spent, spending),
    dearest: { ...state.dearest, [step]: dearest },
  }
}

/** The run was stopped, and what the call has cost until then is known. It is held for again: it will be repeated. */
export function paidFor(state: MissionState, id: string, spending: Spending): MissionState {
  const held = state.reserved[id]
  const spent = settle(state.spent, spending)
  return held === undefined
    ? { ...state, spent }
    : { ...state, spent, reserved: { ...state.reserved, [id]: { ...held, isPaid: true } } }
}

/** The process is another one. Whatever was under way and is not paid for has died. */
export function afterDeath(state: MissionState): MissionState {
  const calls = Object.entries(state.reserved).map(([id, { isPaid, ...held }]): [string, Held] => [
    id,
    isPaid === true ? held : { ...held, hasDied: true },
  ])
  return { ...state, reserved: Object.fromEntries(calls) }
}

const limitsOf = ({ input: { caps }, allowance }: MissionState): Price => ({
  usd: (caps.usd ?? Number.POSITIVE_INFINITY) * allowance,
  tokens: (caps.tokens ?? Number.POSITIVE_INFINITY) * allowance,
})

export function capReached(state: MissionState): boolean {
  const limits = limitsOf(state)
  return units.some((unit) => state.spent[unit] >= limits[unit])
}

export function isNearCap(state: MissionState): boolean {
  const limits = limitsOf(state)
  return units.some((unit) => state.spent[unit] >= limits[unit] * state.input.caps.warnAt)
}

/** Whether this call may begin beside those under way. */
export function mayCall(state: MissionState, id: string): boolean {
  if (capReached(state)) return false
  if (!isCalling(state)) return true
  const limits = limitsOf(state)
  const prices = [...Object.values(state.reserved), priceOf(state, id)]
  return units.every(
    (unit) => prices.reduce((sum, price) => sum + price[unit], state.spent[unit]) <= limits[unit],
  )
}

/** A cap in dollars that some calls cannot be held against. */
export const isBlind = ({ input, spent }: MissionState): boolean =>
  input.caps.usd !== null && spent.unpricedCalls > 0

export function describeSpent({ spent, input, allowance }: MissionState): string {
  const of = (cap: number | null): string => (cap === null ? '' : ` of ${cap * allowance}`)
  const least = spent.unpricedCalls > 0 ? '≥ ' : ''
  const dollars = input.caps.usd === null ? '' : ' dollars'
  return `${least}$${spent.usd.toFixed(2)}${of(input.caps.usd)}${dollars}, ${spent.tokens}${of(input.caps.tokens)} tokens`
}
