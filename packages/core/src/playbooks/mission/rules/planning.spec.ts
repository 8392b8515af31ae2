import { describe, expect, it } from 'vitest'
import { resumes } from '../../../test-support/story.ts'
import { decisionsIn, given } from '../test-support/given.ts'
import { answers, answersGate, plans, prose, reviewsPlan, works } from '../test-support/happenings.ts'
import { entry, feature, planned, unplanned } from '../test-support/shelf.ts'

const plan = planned('F-001', 'F-002 < F-001')

describe('MI-01 the plan holds together, or goes back to the planner', () => {
  const problems = (features: ReturnType<typeof feature>[], claims = ['VAL-F-001']) =>
    given(unplanned(), [plans({ ...plan, features, contract: claims.map((id) => entry(id)) })]).envelope()
  it.each([
    [
      'a claim that the contract does not have',
      problems([feature('F-001', { claims: ['VAL-F-001', 'VAL-X-001'] })]),
      'F-001 claims VAL-X-001, which the contract does not have.',
    ],
    [
      'a contract line that nobody claims',
      problems([feature('F-001')], ['VAL-F-001', 'VAL-Y-001']),
      'No feature claims VAL-Y-001 of the contract.',
    ],
    [
      'a dependency that does not exist',
      problems([feature('F-001', { dependsOn: ['F-009'] })]),
      'F-001 depends on F-009, which does not exist.',
    ],
    [
      'a feature that depends on itself',
      problems([feature('F-001', { dependsOn: ['F-001'] })]),
      'F-001 depends on itself.',
    ],
    [
      'a circle',
      problems(
        [feature('F-001', { dependsOn: ['F-002'] }), feature('F-002', { dependsOn: ['F-001'] })],
        ['VAL-F-001', 'VAL-F-002'],
      ),
      'in a circle: F-001 → F-002 → F-001.',
    ],
    [
      'an id used twice',
      problems([feature('F-001'), feature('F-001')]),
      'The plan has F-001 more than once.',
    ],
    [
      'a claim written twice',
      problems([feature('F-001')], ['VAL-F-001', 'VAL-F-001']),
      'The contract has VAL-F-001 more than once.',
    ],
    [
      'a feature that claims nothing',
      problems([feature('F-001'), feature('F-002', { claims: [] })]),
      'F-002 claims nothing, so nothing could show that it works.',
    ],
    [
      'a feature that is called like a fix',
      problems([feature('F-FIX-001')]),
      'F-FIX-001 is called like a fix, which only an issue becomes: call it F-001 and so on.',
    ],
    [
      'a claim of two features',
      problems([feature('F-001'), feature('F-002', { claims: ['VAL-F-001'] })]),
      'More than one feature claims VAL-F-001: one that breaks it would take it from the others.',
    ],
  ])('%s', (_name, envelope, said) => expect(envelope).toContain(said))

  it('three plans that do not hold together are put to a person, whose answer reaches the planner', () => {
    const bad = plans({ ...plan, contract: [] })
    const missing = ['F-001', 'F-002']
      .map((id) => `${id} claims VAL-${id}, which the contract does not have.`)
      .join(' ')
    const story = given(unplanned(), [bad, bad, bad])
    expect(story.gate()).toMatchObject({ name: 'escalation', exitCode: 3 })
    expect(story.notes).toEqual([1, 2, 3].map((nth) => `Plan ${nth} of 3 does not hold together: ${missing}`))
    expect(story.shelf.escalation).toMatchObject({
      tried: [...story.notes, expect.stringMatching(/^0 decisions and 3 agent calls: /)],
    })
    const granted = given(unplanned(), [bad, bad, bad, answersGate('grant', 'Leave out the mail.')])
    granted.wants('mission-planner plan/mission/4')
    expect(granted.envelope()).toContain('A person says: Leave out the mail.')
    expect(granted.envelope()).toMatch(/# The plan so far[\s\S]*F-001 Title of F-001: Summary of F-001/)
  })
  it('a planner that edits files, or leaves its form, is asked once more; then the run stops with 4, and a resume asks again', () => {
    const strays = answers('mission-planner', null, { violation: ['src/a.ts'] })
    given(unplanned(), [strays]).wants('mission-planner plan/mission/2')
    const story = given(unplanned(), [strays, prose('mission-planner')])
    expect(story.ends()).toMatchObject({ exitCode: 4, resumable: true })
    given(unplanned(), [strays, prose('mission-planner'), resumes]).wants('mission-planner plan/mission/3')
  })
  it('an empty spec stops before anything is spent', () => {
    const story = given(unplanned({ spec: ' \n' }))
    expect(story.ends()).toMatchObject({ exitCode: 2, reason: 'SPEC.md is empty: there is nothing to plan.' })
    expect(story.state.spent.calls).toBe(0)
  })
  it('features without a contract stop the run', () =>
    expect(given({ ...plan, contract: null }).ends()).toMatchObject({ exitCode: 2 }))
})

describe('MI-02 the plan is challenged', () => {
  it('accepted, it is worked on', () =>
    expect(decisionsIn(unplanned(), [plans(plan), reviewsPlan('accept')])).toEqual([
      'NEXT_WORKER F-001: F-001 depends on nothing and a lane is free.',
    ]))
  it('accepted with notes, they are part of the memory at once', () => {
    const story = given(unplanned(), [plans(plan), reviewsPlan('accept-with-notes', 'Mind the cache.')])
    expect(story.shelf.memory.summary).toBe('- Plan review: Mind the cache.')
    expect(story.envelope()).toContain('Mind the cache.')
  })
  it('rejected, it ends with 7 and an escalation', () => {
    const story = given(unplanned(), [plans(plan), reviewsPlan('reject', 'No way back.')])
    expect(story.ends()).toMatchObject({ outcome: 'halted', exitCode: 7, resumable: false })
    expect(story.log).not.toContain('worker work/F-001/1')
  })
  it('what was said of the plan before says nothing of the new one', () => {
    const anew = unplanned({ facts: { ...plan.facts, planVerdict: 'reject' } })
    expect(given(anew, [plans(plan)]).state.facts.planVerdict).toBeNull()
  })
  it('MI-25 after a rejection the planner is told the reasons, also once its plan was sent back', () => {
    const before = given(unplanned(), [plans(plan), reviewsPlan('reject', 'No way back.')])
    const rejected = { ...before.shelf, features: null, contract: null }
    const why = /# The plan was sent back[\s\S]*Fix every point[\s\S]*Its reviewer rejected it: No way back\./
    expect(given(before.shelf).envelope()).toMatch(why)
    expect(given(before.shelf).envelope()).toContain('# The plan so far')
    expect(given(rejected).envelope()).toMatch(why)
    const sentBack = given(rejected, [plans({ ...plan, contract: [] })])
    sentBack.wants('mission-planner plan/mission/2')
    expect(sentBack.envelope()).toContain('the contract does not have')
    expect(sentBack.envelope()).toMatch(why)
    const better = given(rejected, [plans(plan)])
    better.wants('plan-reviewer review/mission/1')
    expect(better.envelope()).not.toContain('No way back.')
  })
  it('MI-25 notes of the reviewer are to be acted on by whoever builds, also in the next run', () => {
    const story = given(unplanned(), [plans(plan), reviewsPlan('accept-with-notes', 'Mind the cache.')])
    const label =
      /# Plan reviewer’s notes\n.*Act on every note that concerns your feature\.[\s\S]*Mind the cache\./
    expect(story.envelope()).toMatch(label)
    expect(given(story.shelf).envelope()).toMatch(label)
    // A judge goes by the claims.
    expect(given(story.shelf, [works('F-001')]).envelope()).not.toContain('Plan reviewer’s notes')
  })
  it('MI-25 a rejected plan goes back to the planner before anything is worked on', () => {
    const rejected = { ...plan, facts: { ...plan.facts, planVerdict: 'reject' } } as const
    given(rejected).wants('mission-planner plan/mission/1')
    given(plan).wants('worker work/F-001/1')
  })
  it('a plan that lies there and that nobody has reviewed is reviewed before anything is worked on', () => {
    const unreviewed = { ...plan, facts: { ...plan.facts, planVerdict: null } }
    given(unreviewed).wants('plan-reviewer review/mission/1')
    given(unreviewed, [reviewsPlan('accept')]).wants('worker work/F-001/1')
    given(unreviewed, [], { planReviewer: false }).wants('worker work/F-001/1')
  })
  it('a run that a person ends between plan and review leaves nothing that the next one would build', () => {
    const caps = { caps: { usd: null, tokens: 50, warnAt: 0.8 } }
    const before = unplanned({ facts: { planVerdict: 'accept', planNotes: [], fired: [], hooks: [] } })
    const story = given(before, [plans(plan), answersGate('refuse')], caps)
    expect(story.ends()).toMatchObject({ outcome: 'blocked' })
    expect(story.log).not.toContain('plan-reviewer review/mission/1')
    given(story.shelf).wants('plan-reviewer review/mission/1')
  })
  it('without a reviewer the plan is worked on as it is', () =>
    given(unplanned(), [plans(plan)], { planReviewer: false }).wants('worker work/F-001/1'))
  it('MI-14 a curator who gives no answer holds nothing up', () => {
    const story = given(planned('F-001'), [
      ...[answers('worker', 'F-001', { files: ['a'] })],
      answers('validator', 'F-001', {
        answer: {
          kind: 'validation',
          claims: [{ id: 'VAL-F-001', status: 'PASS', evidence: '"ok"' }],
          issues: [],
          ambiguity: null,
        },
      }),
      prose('curator'),
    ])
    expect(story.ends()).toMatchObject({ outcome: 'done' })
    expect(story.notes).toContain('The memory was not curated: prose')
  })
})
