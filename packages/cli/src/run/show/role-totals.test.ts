import type { AnyCommand, AnyEvent } from '@harness/core/kernel/effect'
import { asRunId, commandId } from '@harness/core/kernel/ids'
import { describe, expect, it } from 'vitest'
import type { Chapter } from '../run-story.ts'
import { roleRow, roleTotals } from './role-totals.ts'

const idOf = (nth: number) => commandId(asRunId('20261116-120000'), 'work', 'F-001', nth)
const call = (nth: number): AnyCommand => ({ type: 'RunAgent', id: idOf(nth), role: 'worker' }) as AnyCommand
const usage = { input: 60, output: 40, cacheRead: 0, cacheWrite: 0 }
const spending = { usage, usd: 0.5, durationMs: 1, model: 'm' }
const begins = (nth: number) => ({ type: 'CommandIssued', command: call(nth) })
const ends = (nth: number) => ({ type: 'AgentFinished', commandId: idOf(nth), spending })
const stops = (nth: number) => ({ type: 'RunInterrupted', spent: [{ commandId: idOf(nth), spending }] })
/** The run goes on, and wants these: the same call again, or another in its place. */
const goesOn = (...wanted: readonly number[]) => ({ type: 'RunResumed', wanted: wanted.map(call) })

const told = (...events: readonly object[]) => {
  const chapters = events.map(
    (event): Chapter => ({ event: event as AnyEvent, state: event as Chapter['state'] }),
  )
  return roleTotals(
    '/nowhere',
    chapters,
    (state) => (state as Chapter['state'] & { wanted: readonly AnyCommand[] }).wanted,
  )
}

describe('MI-15 what a role came to', () => {
  it('counts a call that died with its process, though nobody learned its price', async () => {
    const [worker] = await told(begins(1), goesOn(1), ends(1))
    expect(worker).toMatchObject({ calls: 2, tokens: 100, usd: 0.5, unpricedCalls: 1 })
    expect(worker && roleRow(worker).slice(0, 4)).toEqual(['worker', '2', '100', '≥ $0.50'])
  })
  it('counts one that dies each time it is begun again, and one in whose place another came once', async () => {
    expect(await told(begins(1), goesOn(1), goesOn(1), ends(1))).toMatchObject([
      { calls: 3, unpricedCalls: 2 },
    ])
    expect(await told(begins(1), goesOn(2), begins(2), ends(2), goesOn())).toMatchObject([
      { calls: 2, unpricedCalls: 1 },
    ])
  })
  it('counts what was stopped and paid for at its price', async () => {
    expect(await told(begins(1), stops(1), goesOn(1), ends(1))).toMatchObject([
      { calls: 2, tokens: 200, unpricedCalls: 0 },
    ])
  })
  it('names a role none of whose calls has ended', async () =>
    expect(await told(begins(1), goesOn(1))).toMatchObject([{ role: 'worker', calls: 1, unpricedCalls: 1 }]))
})
