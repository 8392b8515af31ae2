/**
 * Owns what a person says to something that is said to be done and that no record of the run explains: it was done by
 * hand, or it is put back.
 */
import type { GateChoice } from '../kernel/gate.ts'
import type { GateAnswer } from '../kernel/gate-answer.ts'

export const byHand = 'by-hand'
export const putBack = 'put-back'

export const byHandChoices = (leadsTo: {
  readonly onByHand: string
  readonly onPutBack: string
}): readonly GateChoice[] => [
  { name: byHand, label: 'Done by hand', leadsTo: leadsTo.onByHand, words: 'required' },
  { name: putBack, label: 'Put back', leadsTo: leadsTo.onPutBack, words: 'optional' },
]

/** What a person vouches for. */
export interface Vouched {
  readonly what: string
  readonly by: string
  readonly why: string
}

export const vouchedFor = (what: string, { by, reason }: GateAnswer): Vouched => ({ what, by, why: reason })

/** `1.2 (ada: I fixed it myself)`; only the name if no person was asked. */
export function namedByHand(what: string, vouched: readonly Vouched[]): string {
  const said = vouched.findLast((one) => one.what === what)
  return said === undefined ? what : `${what} (${said.by}: ${said.why})`
}

/** A sentence for the last lines of a run; empty if nothing was done by hand. */
export const byHandText = (names: readonly string[]): string =>
  names.length === 0 ? '' : ` By hand: ${names.join(', ')}.`
