import { describe, expect, it } from 'vitest'
import { flightsBy } from './flights.ts'

interface Flight {
  readonly id: string
  readonly step: string
}

const { flightOf, withFlight, withoutFlight } = flightsBy(({ id }: Flight) => id)
const first: Flight = { id: 'F-001', step: 'work' }
const second: Flight = { id: 'F-002', step: 'work' }
const state = { flights: [first, second], notes: ['kept'] }

describe('flights', () => {
  it('are found by subject', () => {
    expect(flightOf(state, 'F-002')).toBe(second)
    expect(flightOf(state, 'F-003')).toBeUndefined()
  })

  it('are replaced in their place', () =>
    expect(withFlight(state, { id: 'F-001', step: 'merge' })).toEqual({
      flights: [{ id: 'F-001', step: 'merge' }, second],
      notes: ['kept'],
    }))

  it('are put behind the others if they are new', () => {
    const third = { id: 'F-003', step: 'work' }
    expect(withFlight(state, third).flights).toEqual([first, second, third])
  })

  it('are removed by subject, whatever their step', () =>
    expect(withoutFlight(state, { id: 'F-001', step: 'merge' })).toEqual({
      flights: [second],
      notes: ['kept'],
    }))
})
