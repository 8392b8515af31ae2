import { expect, it } from 'vitest'
import { evolve } from '../evolve.ts'
import { givenUp } from '../given-up.ts'
import { given } from '../test-support/given.ts'
import { curates, done } from '../test-support/happenings.ts'
import { planned } from '../test-support/shelf.ts'

it('MI-03 DL-06 a mission that is given up is over, and says where its lanes are and how to start again', () => {
  const { state } = given(planned('F-001'))
  const end = givenUp(state, 'ada', 'wrong way')
  expect(end).toMatchObject({
    outcome: 'blocked',
    resumable: false,
    reason: 'Given up by ada: wrong way',
    report: expect.stringContaining('F-001'),
  })
  expect(end?.next).toMatch(
    /lanes stay: F-001 on harness\/F-001.*Start again on the same plan: harness mission/,
  )
  const after = end === null ? state : evolve(state, { type: 'RunEnded', at: 9, end })
  expect(after).toMatchObject({
    at: { phase: 'over', end: 'refused' },
    hurdle: null,
    documents: state.documents,
  })
  expect(givenUp(after, 'ada', 'again')).toBeNull()
})

it('MI-05 one that is done is not given up', () =>
  expect(givenUp(given(planned('F-001'), [...done('F-001'), curates()]).state, 'ada', 'no')).toBeNull())
