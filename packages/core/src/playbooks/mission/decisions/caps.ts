/**
 * Owns what a mission may spend. Before a call, the caps hold what it may cost: the dearest of its role so far, or a tenth
 * of the cap. After it they hold what it has cost. Calls run side by side as long as all of that fits; a single call may
 * always begin below the cap.
 */
import { type Spending, tokensOf } from '../../../kernel/agent.ts'
import { settle, settleAt, takeBack } from '../../../kernel/budget-ledger.ts'
import { counted } from '../../../kernel/counted.ts'
import { phaseOf } from '../../../kernel/ids.ts'
import { type Dearest, type MissionState, noted, type Price } from '../state/state.ts'

const units = ['usd', 'tokens'] as const
const shareOfUnknown = 1 / 10

/** Also one that is to be repeated, after its process died. */
export const isCalled = ({ reserved }: MissionState, id: string): boolean => Object.hasOwn(reserved, id)

export const isCalling = ({ reserved }: MissionState): boolean => Object.keys(reserved).length > 0

/** Each role is called at one step of its own, but the worker: it also resolves conflicts. */
const stepOf = (id: string): string => (phaseOf(id) === 'resolve' ? 'work' : phaseOf(id))

/** What is held for a call before it begins. */
function priceOf({ dearest, input: { caps } }: MissionState, id: string): Price {
  const known = dearest[stepOf(id)]
  const [usd = 0, tokens = 0] = units.map((unit) => known?.[unit] ?? (caps[unit] ?? 0) * shareOfUnknown)
  return { usd, tokens }
}

export const reserving = (state: MissionState, id: string): MissionState => ({
  ...state,
  reserved: { ...state.reserved, [id]: priceOf(state, id) },
})

/** The call has ended: what it has cost stands for what was held, and for what its death was counted as. */
export function settled(before: MissionState, id: string, spending: Spending): MissionState {
  const state = uncharged(released(before, id), id)
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

export function released(state: MissionState, id: string): MissionState {
  if (!isCalled(state, id)) return state
  const { [id]: _, ...reserved } = state.reserved
  return { ...state, reserved }
}

function uncharged(state: MissionState, id: string): MissionState {
  const { [id]: price, ...charged } = state.charged
  return price === undefined ? state : { ...state, charged, spent: takeBack(state.spent, price) }
}

/** The run was stopped, and what the call has cost until then is known. */
export const paidFor = (state: MissionState, id: string, spending: Spending): MissionState => ({
  ...state,
  spent: settle(state.spent, spending),
  reserved: { ...state.reserved, [id]: null },
})

/**
 * Calls that died with their process count as what was held for them: each once, however often the process dies, until its
 * answer comes. Those that are repeated are held for again.
 */
export function afterDeaths(before: MissionState, again: (state: MissionState, id: string) => MissionState) {
  const calls = Object.entries(before.reserved)
  const died = calls.flatMap(([id, price]): readonly (readonly [string, Price])[] =>
    price === null || Object.hasOwn(before.charged, id) ? [] : [[id, price]],
  )
  const spent = died.reduce((sum, [, price]) => settleAt(sum, price), before.spent)
  const charged = { ...before.charged, ...Object.fromEntries(died) }
  let state: MissionState = { ...before, spent, charged, reserved: {} }
  for (const [id] of calls) state = mayCall(state, id) ? reserving(state, id) : again(state, id)
  return died.length === 0
    ? state
    : noted(
        state,
        `${counted(died.length, 'agent')} died with the process; what was reserved counts as spent until the answer comes.`,
      )
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
    (unit) => prices.reduce((sum, price) => sum + (price?.[unit] ?? 0), state.spent[unit]) <= limits[unit],
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

/** Empty if every call has answered: each sum is then what was really spent. */
export function describeCharged({ charged, input: { caps } }: MissionState): string {
  const prices = Object.values(charged)
  if (prices.length === 0) return ''
  const sum = (unit: (typeof units)[number]): number => prices.reduce((all, price) => all + price[unit], 0)
  const held = [
    ...(caps.usd === null ? [] : [`$${sum('usd').toFixed(2)}`]),
    ...(caps.tokens === null ? [] : [`${Math.round(sum('tokens'))} tokens`]),
  ].join(' and ')
  return `Of this, ${held} were only reserved, for ${counted(prices.length, 'call')} that died with the process and never answered. `
}
