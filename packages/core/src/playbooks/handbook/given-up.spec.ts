import { expect, it } from 'vitest'
import { evolve } from './evolve.ts'
import { givenUp } from './given-up.ts'
import { endReports } from './report.ts'
import { given } from './test-support/given.ts'
import { done, writes } from './test-support/happenings.ts'
import { documents, prompt } from './test-support/shelf.ts'

const two = documents([prompt('3.1', 'harden'), prompt('3.2', 'harden')])

it('HB-30 DL-06 a handbook that is given up is a halt to whoever reads the sidecar, with where its work lies', () => {
  const { state } = given(two, [...done('3.1'), writes('3.2', 'src/a.js')])
  const end = givenUp(state, 'ada', 'the product has changed')
  expect(end).toMatchObject({ outcome: 'blocked', resumable: false, exitCode: 1 })
  expect(end?.next).toMatch(
    /Unfinished work stays in place.*: \S*impeccable-3-3\.2-.*Every ticked box stays ticked/,
  )
  const after =
    end === null ? state : evolve(state, { type: 'RunEnded', at: state.iteration.lastStepAt + 9, end })
  expect(after).toMatchObject({
    flights: [],
    iteration: { iteration: state.iteration.iteration, status: 'halted', terminationReason: null },
    records: state.records,
  })
  const [report] = endReports(after)
  expect(report).toMatchObject({
    file: '.impeccable-halt.md',
    text: expect.stringContaining('Given up by ada: the product has changed'),
  })
  expect(report?.text).toBe(end?.report)
})

it('HB-30 lanes out of sight are named too, though nothing was written in them: nobody closes them any more', () => {
  const { state } = given(documents([prompt('1.1', 'audit'), prompt('1.2', 'audit')]), [])
  expect(givenUp(state, 'ada', 'no')?.next).toMatch(/lanes\/impeccable-1\.1-\S+ .*lanes\/impeccable-1\.2-/)
})

it('HB-30 one that is over is not given up', () =>
  expect(
    givenUp(
      given(two, [...done('3.1')], { limits: { maxIterations: 1, timeoutMinutes: 240 } }).state,
      'ada',
      'no',
    ),
  ).toBeNull())
