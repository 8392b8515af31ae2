import { describe, expect, it } from 'vitest'
import { cannot, diesAt, resumes } from '../../../test-support/story.ts'
import { compared } from '../run/reconcile.ts'
import { given } from '../test-support/given.ts'
import {
  curates,
  done,
  ends,
  fails,
  meanwhile,
  mergeRefused,
  passes,
  prose,
  refutes,
  removes,
  sets,
  works,
} from '../test-support/happenings.ts'
import { planned } from '../test-support/shelf.ts'

const two = planned('F-001', 'F-002')
const drops = [
  ['blocked', sets('F-001', { status: 'blocked' })],
  ['removed', removes('F-001')],
] as const
const halts = [
  ['its worker has no access', [fails('worker', 'F-001', 'auth')]],
  ['its worker has no credit', [fails('worker', 'F-001', 'billing')]],
  ['its merge could not be made', [works('F-001'), passes('F-001'), cannot('MergeLane', 'F-001', 'broken')]],
] as const
const inTheWay = [works('F-001'), passes('F-001'), mergeRefused('F-001', 'checkout-in-the-way')]
const kept = 'F-001 was under way when it was dropped; its lane is kept.'

it('MI-21 what judged the tests of a dropped feature when its process died holds no money any more', () => {
  const { state } = given(two, [works('F-001')])
  const [flight] = state.flights
  const id = '20261116-120000/judge-tests/checks-F-001-2/1'
  const price = { usd: 1, tokens: 1 }
  const judging = {
    ...state,
    reserved: { [id]: price },
    flights: flight === undefined ? [] : [{ ...flight, step: { type: 'checks' } as const }],
    documents: { spec: '', contract: [], memory: { summary: '', long: '', identities: {} }, features: [] },
  }
  expect(compared(judging, { ...judging.documents, features: two.features }, true).reserved).toEqual({})
})

describe.each(drops)('MI-22 a feature under way that is %s', (how, drop) => {
  it.each(halts)('while the run is stopped because %s: no call is made for it again', (_, happened) => {
    const before = given(two, [...happened])
    expect(before.ends()).toMatchObject({ resumable: true })
    const story = given(two, [...happened, ends, drop, resumes])
    story.wants('worker work/F-002/1')
    expect(story.log.filter((line) => line.includes('F-001'))).toEqual(
      before.log.filter((line) => line.includes('F-001')),
    )
    expect(story.notes.filter((note) => note === kept)).toHaveLength(1)
    const end = given(two, [...happened, ends, drop, resumes, ...done('F-002'), curates()]).ends()
    expect(end).toMatchObject({ outcome: 'done', reason: expect.stringContaining(`F-001 (${how}`) })
  })
  it('while a person is to read two void answers of its validator: no call is made for it again', () => {
    const happened = [works('F-001'), prose('validator'), prose('validator'), ...done('F-002')]
    const before = given(two, happened)
    before.wants('curator curate/mission/1')
    const story = given(two, [...happened, curates(), drop, resumes])
    expect(story.log.filter((line) => line.includes('F-001'))).toEqual(
      before.log.filter((line) => line.includes('F-001')),
    )
    expect(story.notes.filter((note) => note === kept)).toHaveLength(1)
  })
  it('while its agent died with the process: it is not called again', () => {
    const happened = [diesAt('RunAgent', 'F-001'), drop, resumes]
    const story = given(two, happened)
    story.wants('worker work/F-002/1')
    expect(story.notes).toContain(kept)
  })
  it('while its merge waits for a person: the run does not wait for it', () => {
    const story = given(two, [...inTheWay, drop, resumes])
    story.wants('worker work/F-002/1')
    expect(story.notes.filter((note) => note === kept)).toHaveLength(1)
  })
})

describe('MI-22 a feature that is dropped while others work', () => {
  const lanes = { isolation: { onPass: 'merge', useWorktrees: true, lanes: 2 } } as const
  const block = sets('F-001', { status: 'blocked' })
  it.each([
    ['its worker is done', works('F-001')],
    ['its worker fails', fails('worker', 'F-001', 'auth')],
    ['its worker gives no usable answer', prose('worker', 'F-001')],
  ])('ends with the call that is under way: %s, and no other role is called', (_, outcome) => {
    const happened = [works('F-002'), block, meanwhile, outcome]
    const story = given(two, [...happened, passes('F-002'), curates()], lanes)
    expect(story.feature('F-001')?.status).toBe('blocked')
    expect(story.log.filter((line) => /\/F-001\//.test(line))).toEqual([
      'OpenLane open/F-001/1',
      'worker work/F-001/1',
    ])
    expect(story.ends()).toMatchObject({ outcome: 'done' })
  })
  it('a refuted claim does not lift the block', () => {
    const validated = [works('F-001'), meanwhile, block, works('F-002')]
    const story = given(two, [...validated, refutes('F-001')], lanes)
    expect(story.feature('F-001')?.status).toBe('blocked')
    expect(story.log).not.toContain('worker work/F-001/2')
  })
})
