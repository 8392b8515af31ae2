import { describe, expect, it } from 'vitest'
import { resumes } from '../../../test-support/story.ts'
import { decisionsIn, given } from '../test-support/given.ts'
import {
  answers,
  answersGate,
  crosschecks,
  curates,
  done,
  edits,
  meanwhile,
  passes,
  refutes,
  sets,
  works,
} from '../test-support/happenings.ts'
import { entry, feature, planned } from '../test-support/shelf.ts'

const passed = {
  ...planned(feature('F-001', { status: 'passed', attempts: 1 })),
  contract: [entry('VAL-F-001', { status: 'PASS', evidence: '"ok"' })],
} as const
const shown = { carried: { proven: { 'VAL-F-001': 'VAL-F-001 holds' }, landed: ['F-001'] } }
/** Merged by the mission before, and shown by none. */
const merged = { carried: { proven: {}, landed: ['F-001', 'F-002'] } }
const isDone = 'DONE: The one feature has passed.'
const seenAgain = 'NEXT_VALIDATOR F-001: F-001 was merged before, and whether it holds is to be seen again.'
const claim = (id: string, more: Parameters<typeof entry>[1]) =>
  edits((shelf) => ({
    ...shelf,
    contract: (shelf.contract ?? []).map((one) => (one.id === id ? { ...one, ...more } : one)),
  }))

describe('MI-07 what stands in the contract when a run begins', () => {
  it('a claim that another feature has shown is refuted all the same, where it is looked at on the base', () => {
    const shared = feature('F-002', { claims: ['VAL-F-001'] })
    const shelf = { ...passed, features: [...(passed.features ?? []), shared] }
    const carried = { ...shown.carried, landed: ['F-001', 'F-002'] }
    const answer = {
      kind: 'validation',
      claims: [{ id: 'VAL-F-001', status: 'FAIL', evidence: 'it says "500"' }],
      issues: [],
      ambiguity: null,
    } as const
    const story = given(shelf, [answers('validator', 'F-002', { answer }), meanwhile], { carried })
    expect(story.claim('VAL-F-001')).toMatchObject({ status: 'FAIL', evidence: 'it says "500"' })
  })
  it('counts where the mission before has shown it', () =>
    expect(decisionsIn(passed, [], shown)).toEqual([isDone]))
  it('is validated again if it was merged and nobody has shown it, and costs a validator and nobody else', () => {
    const story = given(passed, [passes('F-001', { evidence: 'again: "ok"' }), curates()], merged)
    expect(story.ends()).toMatchObject({ outcome: 'done', exitCode: 0 })
    expect(story.log.filter((line) => /worker|validator|documenter|Merge|Checks|Close/.test(line))).toEqual([
      'RunChecks checks/F-001/1',
      'validator validate/F-001/1',
      'CloseLane close/F-001/1',
      'CloseLane close/mission/1',
    ])
    expect(story.claim('VAL-F-001')).toMatchObject({ status: 'PASS', evidence: 'again: "ok"' })
    expect(story.feature('F-001')).toMatchObject({ status: 'passed', attempts: 1 })
    expect(story.notes[0]).toBe(
      'Set back, for no validator of this mission has seen it pass as it stands there: F-001, VAL-F-001. What was merged is validated again before a worker is sent.',
    )
  })
  it('sends a worker only where it does not hold', () =>
    given(passed, [refutes('F-001')], merged).wants('worker work/F-001/1'))
  it('is validated in the order of what depends on what, one after the other', () => {
    const both = planned(
      feature('F-001', { status: 'passed' }),
      feature('F-002', { status: 'passed', dependsOn: ['F-001'] }),
    )
    const isolation = { onPass: 'merge', useWorktrees: true, lanes: 2 } as const
    given(both, [], { ...merged, isolation }).wants('validator validate/F-001/1')
    given(both, [passes('F-001')], { ...merged, isolation }).wants('validator validate/F-002/1')
    const apart = planned(feature('F-001', { status: 'passed' }), feature('F-002', { status: 'passed' }))
    given(apart, [], { ...merged, isolation }).wants('validator validate/F-001/1')
  })
  it('does not count once the assertion is another one', () => {
    const reworded = {
      ...passed,
      contract: passed.contract.map((one) => ({ ...one, assertion: 'More holds' })),
    }
    expect(decisionsIn(reworded, [passes('F-001'), curates()], shown)).toEqual([seenAgain, isDone])
  })
  it('the crosscheck looks at it, too, and nobody is asked before a merge that is none', () => {
    const checkpoints = [{ name: 'look', triggerOn: 'pre-merge', features: null }] as const
    const told = { ...merged, crosscheck: true, checkpoints }
    given(passed, [passes('F-001')], told).wants('crosscheck crosscheck/F-001/1')
    given(passed, [passes('F-001'), crosschecks('F-001', 'PASS')], told).wants('curator curate/mission/1')
  })
})

describe('MI-07 what was merged is set back by a person', () => {
  const two = planned('F-001', 'F-002')
  it.each([
    ['its claim', claim('VAL-F-001', { status: 'TODO', evidence: '' })],
    ['its status', sets('F-001', { status: 'todo' })],
    ['the words of its claim', claim('VAL-F-001', { assertion: 'More holds' })],
  ])('%s: it is validated again, and passes without a worker', (_, deed) => {
    const checkpoints = [{ name: 'look', triggerOn: 'post-feature', features: ['F-001'] }] as const
    const back = [...done('F-001'), meanwhile, deed, answersGate('grant')]
    const story = given(two, back, { checkpoints })
    story.wants('validator validate/F-001/2')
    const again = given(two, [...back, passes('F-001'), ...done('F-002'), curates()], { checkpoints })
    expect(again.ends()).toMatchObject({ outcome: 'done' })
    expect(again.log.filter((line) => line.startsWith('worker work/F-001'))).toHaveLength(1)
  })
  it('a worker who finds nothing to change there is heard, and it is validated once more', () => {
    const back = [...done('F-001'), meanwhile, claim('VAL-F-001', { status: 'TODO' }), resumes]
    const story = given(two, [
      ...back,
      works('F-002'),
      passes('F-002'),
      refutes('F-001'),
      works('F-001', { files: [] }),
    ])
    story.wants('validator validate/F-001/3')
  })
  it('what was reworded while the validator looked does not pass in the new words', () => {
    const story = given(planned('F-001'), [
      works('F-001'),
      meanwhile,
      claim('VAL-F-001', { assertion: 'More holds' }),
      passes('F-001'),
    ])
    story.wants('validator validate/F-001/2')
    expect(story.claim('VAL-F-001')?.status).toBe('TODO')
  })
})
