import { describe, expect, it } from 'vitest'
import { autofixMoves, autofixStates, autofixTable, isAttempted, isOffered, moved } from './autofix.ts'

const reachable = (): ReadonlySet<string> => {
  const seen = new Set<string>(['idle'])
  for (const state of seen)
    for (const next of Object.values(autofixTable[state as 'idle'])) if (next !== undefined) seen.add(next)
  return seen
}

describe('WF-12 the auto-fix is a closed table', () => {
  it('reaches every state from idle', () =>
    expect([...reachable()].sort()).toEqual([...autofixStates].sort()))

  it('leaves the states after the re-verification and the refusals for good', () => {
    for (const state of ['verified', 'stopped', 'rejected', 'declined', 'failed'] as const)
      for (const move of autofixMoves) expect(moved(state, move)).toBeNull()
  })

  it('I1 counts as attempted exactly from the decision at the second gate on, and never goes back', () => {
    expect(autofixStates.filter((state) => !isAttempted(state))).toEqual(['idle', 'proposing', 'proposed'])
    for (const state of autofixStates)
      for (const move of autofixMoves) {
        const next = moved(state, move)
        if (next !== null && isAttempted(state)) expect(isAttempted(next)).toBe(true)
      }
  })

  it('I2 is offered only while nothing of it has begun', () =>
    expect(autofixStates.filter(isOffered)).toEqual(['idle']))

  it('a crash while the proposer works gives the attempt back', () =>
    expect(moved('proposing', 'crash')).toBe('idle'))

  it('I3 a crash at the second gate keeps the proposal', () => expect(moved('proposed', 'crash')).toBeNull())
})
