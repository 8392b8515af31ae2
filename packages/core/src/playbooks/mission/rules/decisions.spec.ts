import { describe, expect, it } from 'vitest'
import { nextDecision, possibleDecisions } from '../decisions/decisions.ts'
import type { Rest } from '../state/flight.ts'
import type { MissionState } from '../state/state.ts'
import { given } from '../test-support/given.ts'
import { refutes, works } from '../test-support/happenings.ts'
import { feature, planned } from '../test-support/shelf.ts'

const rested = (why: Rest, attempts = 1): MissionState => {
  const { state } = given(planned('F-001', 'F-002 < F-001'), [works('F-001')])
  const [flight] = state.flights
  if (flight === undefined || state.documents === null) throw new Error('no flight')
  const features = [
    feature('F-001', { attempts, status: 'failing' }),
    feature('F-002', { dependsOn: ['F-001'] }),
  ]
  return {
    ...state,
    at: { phase: 'idle' },
    documents: { ...state.documents, features },
    flights: [{ ...flight, step: { type: 'rest', why }, question: 'Which one?' }],
  }
}

describe('MI-04 every state has its decision', () => {
  it.each([
    ['worked', rested('worked'), 'NEXT_VALIDATOR F-001'],
    ['failed once', rested('failed'), 'NEXT_WORKER F-001'],
    ['failed three times', rested('failed', 3), 'NEXT_ARCHITECT F-001'],
    [
      'failed three times, and ruled on',
      { ...rested('failed', 3), flights: rested('failed', 3).flights.map((one) => ({ ...one, ruledAt: 3 })) },
      'NEXT_WORKER F-001',
    ],
    ['failed five times', rested('failed', 5), 'ESCALATE F-001'],
    ['ambiguous', rested('ambiguous'), 'NEXT_ARCHITECT F-001'],
    ['ruled', rested('ruled'), 'NEXT_WORKER F-001'],
    ['ruled after three attempts that nobody ruled on', rested('ruled', 3), 'NEXT_WORKER F-001'],
    ['ruled after five attempts', rested('ruled', 5), 'ESCALATE F-001'],
    ['stuck', rested('stuck'), 'ESCALATE F-001'],
  ] as const)('%s', (_name, state, expected) => {
    const decision = nextDecision(state)
    expect(`${decision?.name} ${decision !== null && 'feature' in decision ? decision.feature : ''}`).toBe(
      expected,
    )
    expect(decision?.reason).toMatch(/^[A-Z“].*[.?!]$/)
  })
  it('nothing is decided while work is under way that may come to something', () =>
    expect(nextDecision(given(planned('F-001', 'F-002 < F-001')).state)).toBeNull())
  it('another feature on its way to the merge is waited for', () => {
    const state = rested('worked')
    const [flight] = state.flights
    if (flight === undefined) throw new Error('no flight')
    const landing = {
      ...flight,
      task: { type: 'feature', id: 'F-009' } as const,
      step: { type: 'checks' } as const,
    }
    expect(nextDecision({ ...state, flights: [flight, landing] })).toBeNull()
  })
  it('among a thousand features the first that is ready is found, and all that are possible are listed', () => {
    const ids = Array.from({ length: 1000 }, (_, nth) => `F-${String(nth + 1).padStart(3, '0')}`)
    const list = ids.map((id, nth) => feature(id, { dependsOn: nth % 2 === 0 ? [] : [ids[nth - 1] ?? ''] }))
    const { state } = given(planned(...list), [works('F-001'), refutes('F-001')], {
      isolation: { onPass: 'merge', useWorktrees: true, lanes: 16 },
    })
    const free = { ...state, flights: [] }
    expect([...possibleDecisions(free)]).toHaveLength(500)
    expect(nextDecision(free)).toMatchObject({ name: 'NEXT_WORKER', feature: 'F-001' })
  })
})
