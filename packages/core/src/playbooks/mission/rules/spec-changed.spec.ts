import { describe, expect, it } from 'vitest'
import { asRunId } from '../../../kernel/ids.ts'
import { resumes } from '../../../test-support/story.ts'
import { given } from '../test-support/given.ts'
import {
  answersGate,
  curates,
  documents,
  done,
  edits,
  fails,
  isStopped,
  meanwhile,
  passes,
  plans,
  reviewsPlan,
  works,
} from '../test-support/happenings.ts'
import { feature, planned, unplanned } from '../test-support/shelf.ts'

const rewritten = edits((shelf) => ({ ...shelf, spec: 'Build more.' }))
const caps = { caps: { usd: 5, tokens: null, warnAt: 0.8 } }
const begun = [plans(planned('F-001')), reviewsPlan('accept'), works('F-001')]

describe('MI-07 a spec is the person’s', () => {
  it('a worker that changes it has failed, and nothing of that is taken over', () => {
    const story = given(planned('F-001'), [works('F-001', { files: ['src/a.ts', 'SPEC.md'] })])
    story.wants('worker work/F-001/2')
    expect(story.envelope()).toContain('The worker changed SPEC.md, which is not its to change')
    expect(story.state.flights[0]?.lane?.commit).toBe(story.state.flights[0]?.lane?.baseCommit)
  })
  it('unless its feature names the file', () =>
    given(planned(feature('F-001', { description: 'Add a link to SPEC.md.' })), [
      works('F-001', { files: ['SPEC.md'] }),
    ]).wants('validator validate/F-001/1'))
  it('a documenter that changes it is left where it is', () => {
    const story = given(planned('F-001'), [...done('F-001'), documents('SPEC.md')])
    expect(story.notes.join()).toContain('the documenter changed SPEC.md, which is no documentation')
    expect(story.log.join()).not.toContain('MergeLane merge/docs-1/1')
  })
})

describe('a spec that is changed after it was planned', () => {
  const paused = [...begun, rewritten, meanwhile, resumes, passes('F-001')]
  const changed = /^SPEC\.md has changed since it was planned; the plan stays as it is\./
  const told = (story: ReturnType<typeof given>) => story.notes.filter((note) => changed.test(note))
  it('MI-27 while the mission was paused is said once, and asked about nowhere: the plan is carried out', () => {
    const story = given(unplanned(), [...paused, resumes])
    expect(told(story)).toHaveLength(1)
    expect(story.feature('F-001')?.status).toBe('passed')
    expect(story.log.join()).not.toContain('AskHuman')
  })
  it('MI-27 while a worker works is known at the next decision, and told to the validator', () => {
    const story = given(unplanned(), [...begun.slice(0, 2), meanwhile, rewritten, works('F-001')])
    story.wants('validator validate/F-001/1')
    expect(told(story)).toHaveLength(1)
    expect(story.envelope()).toContain('Build more.')
  })
  it('is what every later role reads', () =>
    expect(given(unplanned(), [...begun, rewritten, meanwhile, resumes]).envelope()).toContain('Build more.'))
  it('after the end is said by the next run', () => {
    const before = given(unplanned(), [...begun, passes('F-001'), curates()])
    expect(before.ends()).toMatchObject({ outcome: 'done' })
    const { proven, landed, digests } = before.state
    const next = { runId: asRunId('20261117-120000'), carried: { proven, landed, spec: digests.spec } }
    const again = given({ ...before.shelf, spec: 'Build more.' }, [], next)
    expect(told(again)).toHaveLength(1)
    expect(again.ends()).toMatchObject({ outcome: 'done' })
    expect(told(given(before.shelf, [], next))).toEqual([])
  })
  const bad = plans(planned(feature('F-001', { claims: [] })))
  const isUnplannable = [bad, bad, bad, meanwhile]
  it('is what the planner is told who was asked about, once a person has mended it', () => {
    const story = given(unplanned(), [...isUnplannable, rewritten, answersGate('grant', 'Mind the cat.')])
    story.wants('mission-planner plan/mission/4')
    expect(story.envelope()).toContain('Build more.')
    expect(story.envelope()).toContain('A person says: Mind the cat.')
    const planned4 = [...isUnplannable, rewritten, answersGate('grant'), plans(planned('F-001'))]
    given(unplanned(), planned4).wants('plan-reviewer review/mission/1')
    given(unplanned(), [...planned4, reviewsPlan('accept')]).wants('worker work/F-001/1')
  })
  it('is planned no more where the person who was asked has written the plan, too', () => {
    const written = edits((shelf) => ({ ...shelf, ...planned('F-001'), spec: 'Build more.' }))
    given(unplanned(), [...isUnplannable, written, answersGate('grant')]).wants('worker work/F-001/1')
  })
  it('and what the planner is told where a person refuses the plan', () => {
    const checkpoints = [{ name: 'plan', triggerOn: 'post-planner', features: null }] as const
    const refused = [
      plans(planned('F-001')),
      reviewsPlan('accept'),
      meanwhile,
      rewritten,
      answersGate('refuse', 'No.'),
    ]
    const story = given(unplanned(), refused, { checkpoints })
    story.wants('mission-planner plan/mission/2')
    expect(story.envelope()).toContain('Build more.')
    expect(story.envelope()).toContain('A person refused the plan: No.')
  })
  it('while its planner was stopped, it is planned by another call; the same spec is by the same one', () => {
    const again = given(unplanned(), [isStopped(10), rewritten, resumes])
    again.wants('mission-planner plan/mission/2')
    expect(again.envelope()).toContain('Build more.')
    given(unplanned(), [isStopped(10), resumes]).wants('mission-planner plan/mission/1')
    given(unplanned(), [isStopped(10), rewritten, resumes], caps).wants('mission-planner plan/mission/2')
  })
  it('is what a planner is told who failed, once the run is resumed', () => {
    const failing = fails('mission-planner', null, 'unknown')
    const story = given(unplanned(), [failing, failing, meanwhile, rewritten, resumes])
    story.wants('mission-planner plan/mission/3')
    expect(story.envelope()).toContain('Build more.')
  })
  it('a reviewer who was stopped, and whose verdict a person has written meanwhile, holds nobody up', () => {
    const accepts = edits((shelf) => ({ ...shelf, facts: { ...shelf.facts, planVerdict: 'accept' } }))
    const story = given(
      unplanned(),
      [plans(planned('F-001')), meanwhile, isStopped(10), accepts, resumes],
      caps,
    )
    story.wants('worker work/F-001/1')
    expect(Object.keys(story.state.reserved)).toEqual(['20261116-120000/work/F-001/1'])
  })
  it('a planner who goes on is at work', () => {
    const story = given(unplanned(), [isStopped(10), resumes])
    story.wants('mission-planner plan/mission/1')
    expect(Object.keys(story.state.reserved)).toEqual(['20261116-120000/plan/mission/1'])
  })
})
