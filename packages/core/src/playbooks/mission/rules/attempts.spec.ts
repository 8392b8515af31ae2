import { describe, expect, it } from 'vitest'
import { diesAt, resumes } from '../../../test-support/story.ts'
import type { Answer as Said } from '../state/answers.ts'
import { decisionsIn, given, givenConfined } from '../test-support/given.ts'
import {
  answers,
  answersGate,
  checksCount,
  checksFail,
  curates,
  debugs,
  done,
  fails,
  meanwhile,
  passes,
  refutes,
  removes,
  rules,
  sets,
  works,
} from '../test-support/happenings.ts'
import { planned, unplanned } from '../test-support/shelf.ts'

const one = planned('F-001')
const two = planned('F-001', 'F-002')
const failing = [works('F-001'), refutes('F-001')]
const thrice = [...failing, ...failing, ...failing]

describe('MI-06 attempts', () => {
  it('count, and the worker is told what was wrong', () => {
    const story = given(one, failing)
    story.wants('worker work/F-001/2')
    expect(story.feature('F-001')).toMatchObject({ status: 'in_progress', attempts: 2 })
    expect(story.envelope()).toContain('VAL-F-001 does not hold')
    expect(story.claim('VAL-F-001')).toMatchObject({ status: 'FAIL', evidence: 'it says "FAIL"' })
  })
  it('MI-25 the debugger’s notes are to be acted on, by the architect and the worker', () => {
    const acts = /# Debugger’s notes\n.*Act on them: settle each cause[\s\S]*It is the cache\./
    const debugged = [...thrice, debugs('F-001', 'It is the cache.')]
    const decides = /# What is open\n.*Act on the debugger’s notes in it;[\s\S]*It is the cache\./
    expect(given(one, debugged).envelope()).toMatch(decides)
    expect(given(one, [...debugged, rules('F-001')]).envelope()).toMatch(acts)
  })
  it('after three the debugger and the architect are asked, once', () => {
    given(one, thrice).wants('debugger debug/F-001/1')
    const story = given(one, [...thrice, debugs('F-001', 'It is the cache.'), rules('F-001')])
    story.wants('worker work/F-001/4')
    expect(story.envelope()).toContain('It is the cache.')
    expect(story.envelope()).toContain('E-mail only.')
    expect(
      decisionsIn(one, [...thrice, debugs('F-001', ''), rules('F-001'), ...failing]).filter((line) =>
        line.startsWith('NEXT_ARCHITECT'),
      ),
    ).toEqual(['NEXT_ARCHITECT F-001: F-001 has failed 3 times.'])
  })
  it('also where the architect has answered a question before', () => {
    const asked = [works('F-001', { ambiguity: 'E-mail or name?' }), rules('F-001')]
    given(one, [...asked, ...failing, ...failing]).wants('debugger debug/F-001/1')
  })
  it('MI-10 questions without end are no failures, and are put to a person as what they are', () => {
    const asked = [works('F-001', { ambiguity: 'E-mail or name?' }), rules('F-001')]
    const story = given(one, [...asked, ...asked, ...asked, ...asked, ...asked, curates()])
    expect(story.gate().detail).toContain('F-001 has had 5 attempts, and has not passed.')
  })
  const five = [...thrice, debugs('F-001', ''), rules('F-001'), ...failing, ...failing]
  it.each([
    ['blocked', sets('F-001', { status: 'blocked' })],
    ['removed', removes('F-001')],
    ['passed', sets('F-001', { status: 'passed' })],
  ])('MI-22 MI-27 %s while a person is asked about it, the question is closed', (_, deed) => {
    expect(givenConfined(two, [...five, curates()]).gate().name).toBe('escalation')
    const story = givenConfined(two, [...five, curates(), deed, resumes])
    story.wants('worker work/F-002/1')
    expect(story.notes).toContainEqual(expect.stringMatching(/^Nothing is asked about F-001 any more: it /))
    expect(story.shelf.escalation).toBeNull()
  })
  it.each([
    ['blocked', sets('F-001', { status: 'blocked' })],
    ['removed', removes('F-001')],
    ['passed', sets('F-001', { status: 'passed' })],
  ])('MI-22 MI-27 %s while the curator before the question is dead, it is never asked', (_, deed) => {
    const died = [...five, diesAt('RunAgent', 'mission'), deed, resumes]
    const story = givenConfined(two, died)
    expect(story.log).toContain('curator curate/mission/1')
    story.wants('worker work/F-002/1')
    expect(story.state.reserved).toEqual({ [story.command('RunAgent').id]: expect.anything() })
    expect(story.notes).toContainEqual(expect.stringMatching(/^Nothing is asked about F-001 any more: it /))
    expect(story.shelf.escalation).toBeNull()
    const other = sets('F-001', { title: 'Another' })
    givenConfined(two, [...five, diesAt('RunAgent', 'mission'), other, resumes]).wants(
      'curator curate/mission/1',
    )
  })
  it('MI-27 set to todo while a person is asked about it, it is tried again, and can be asked about again', () => {
    const again = [...five, curates(), sets('F-001', { status: 'todo' }), resumes]
    const story = given(one, again)
    story.wants('worker work/F-001/6')
    expect(story.feature('F-001')?.attempts).toBe(1)
    expect(story.shelf.escalation).toBeNull()
    const spent = [...thrice, rules('F-001'), ...failing, ...failing, curates()]
    const asked = given(one, [...again, ...spent])
    asked.wants('AskHuman gate/escalation/2')
  })
  it.each([
    ['another title', sets('F-001', { title: 'Another' })],
    ['passed, which is set back if agents could have written it', sets('F-001', { status: 'passed' })],
  ])('MI-27 an edit that settles nothing leaves the question as it is: %s', (_, deed) =>
    given(one, [...five, curates(), deed, resumes]).wants('AskHuman gate/escalation/1'),
  )
  it('MI-10 after five a person is asked, with what was tried', () => {
    const story = given(one, [...five, curates()])
    expect(story.gate()).toMatchObject({ name: 'escalation', exitCode: 3 })
    expect(story.gate().detail).toContain('F-001 has had 5 attempts, and has not passed.')
    expect(decisionsIn(one, [...five, curates()]).at(-1)).toBe(
      'ESCALATE F-001: F-001 has had 5 attempts, and has not passed.',
    )
  })
  it('MI-10 granted, it is tried again with the answer; refused, the mission ends as blocked', () => {
    const story = given(one, [...five, curates(), answersGate('grant', 'Use the old API.')])
    story.wants('worker work/F-001/6')
    expect(story.feature('F-001')).toMatchObject({ attempts: 1 })
    expect(story.envelope()).toContain('A person says: Use the old API.')
    expect(story.shelf.escalation).toBeNull()
    const ended = given(one, [...five, curates(), answersGate('refuse', 'Too late.')])
    expect(ended.ends()).toMatchObject({ outcome: 'blocked', exitCode: 1 })
    expect(ended.shelf.escalation?.next).toContain('A person ended it: Too late.')
  })
  it('other features go on before a person is asked', () =>
    expect(
      decisionsIn(planned('F-001', 'F-002'), [...five, ...done('F-002'), curates()], {
        isolation: { onPass: 'merge', useWorktrees: true, lanes: 2 },
      }).at(-1),
    ).toBe('ESCALATE F-001: F-001 has had 5 attempts, and has not passed.'))
  it('a worker that changed nothing did nothing, once somebody has seen that the base lacks it', () => {
    const idle = works('F-001', { files: [] })
    given(one, [idle]).wants('validator validate/F-001/1')
    given(one, [idle, refutes('F-001')]).wants('worker work/F-001/2')
    const story = given(one, [idle, refutes('F-001'), idle])
    story.wants('worker work/F-001/3')
    expect(story.envelope()).toContain('The worker changed nothing')
    expect(story.log).not.toContain('validator validate/F-001/2')
  })
  it('what the base has already passes as it is, and nothing is merged', () => {
    const story = given(one, [works('F-001', { files: [] }), passes('F-001')])
    expect(story.feature('F-001')).toMatchObject({ status: 'passed', attempts: 1 })
    expect(story.claim('VAL-F-001')?.status).toBe('PASS')
    expect(story.log.filter((line) => line.startsWith('MergeLane'))).toEqual([])
  })
  it('a worker with nothing left to change has its work looked at again', () => {
    const idle = works('F-001', { files: [] })
    given(one, [...failing, idle]).wants('validator validate/F-001/2')
    expect(given(one, [...failing, idle, passes('F-001')]).claim('VAL-F-001')?.status).toBe('PASS')
    given(one, [...five, curates(), answersGate('grant', 'It is right.'), idle]).wants(
      'validator validate/F-001/6',
    )
  })
  it('but what was wrong with the work itself stays wrong until it is changed', () => {
    const removes = works('F-001', { suspicious: 'test/a.test.ts' })
    given(one, [removes, works('F-001', { files: [] })]).wants('worker work/F-001/3')
  })
  it('a worker that edits the contract is not taken over', () => {
    const story = given(one, [works('F-001', { files: ['src/a.ts', '.harness/validation-contract.md'] })])
    story.wants('worker work/F-001/2')
    expect(story.command('RunAgent')).toMatchObject({ startCommit: 'base-0' })
    expect(story.notes[0]).toContain('.harness/validation-contract.md')
  })
  it('a removed test that the feature does not name is an issue', () => {
    const story = given(one, [works('F-001', { suspicious: 'test/a.test.ts' })])
    story.wants('worker work/F-001/2')
    expect(story.envelope()).toContain('rules-edited: test/a.test.ts; put it back')
  })
  it('TR-05 fewer executed tests than on the base are judged by the feature and its claims', () => {
    const fewer = [works('F-001'), checksCount('F-001', 2, 3)]
    const judging = given(one, fewer)
    judging.wants('test-judge judge-tests/checks-F-001-1/1')
    const ruled = (quote: string) =>
      answers('test-judge', 'checks-F-001-1', {
        answer: {
          kind: 'test-rulings',
          rulings: [{ check: 'test', justified: quote !== '', quote, why: 'Nothing asks for it.' }],
        } as unknown as Said,
      })
    const story = given(one, [...fewer, ruled('')])
    story.wants('worker work/F-001/2')
    expect(story.envelope()).toContain('it executes 1 test fewer than on the base')
    given(one, [works('F-001'), checksCount('F-001', null, 3, true)]).wants('validator validate/F-001/1')
    const called = sets('F-001', { notes: 'Delete the tests of the old list.' })
    const quoted = [called, ...fewer, ruled('Delete the tests of the old list.')]
    given(one, quoted).wants('validator validate/F-001/1')
  })
  it('a rate limit is no attempt, and no failure', () => {
    const story = given(one, [fails('worker', 'F-001', 'rate_limit', 1_794_830_500_000)])
    story.wants('WakeAt wait/1794830504278/1')
    expect(story.feature('F-001')).toMatchObject({ attempts: 1 })
  })
  it('a fatal error stops the run, which goes on where it was', () => {
    expect(given(one, [fails('worker', 'F-001', 'auth')]).ends()).toMatchObject({
      exitCode: 1,
      resumable: true,
    })
    given(one, [fails('worker', 'F-001', 'auth'), resumes]).wants('worker work/F-001/2')
  })
  it('MI-22 an agent that keeps failing is put to a person once nothing else is left; a dropped feature is not asked about', () => {
    const twice = [fails('worker', 'F-001', 'unknown'), fails('worker', 'F-001', 'unknown')]
    given(two, twice).wants('worker work/F-002/1')
    const asked = [...twice, ...done('F-002'), curates()]
    expect(given(two, asked).gate()).toMatchObject({ name: 'escalation', exitCode: 3 })
    expect(given(two, asked).gate().question).toContain('The worker failed twice (unknown).')
    given(two, [...asked, answersGate('grant')]).wants('worker work/F-001/3')
    const blocked = [
      ...asked,
      meanwhile,
      sets('F-001', { status: 'blocked' }),
      answersGate('grant'),
      curates(),
    ]
    expect(given(two, blocked).ends()).toMatchObject({
      outcome: 'done',
      reason: expect.stringContaining('Dropped: F-001'),
    })
  })
  it('a feature that is blocked by hand meanwhile is let go of, without an answer', () => {
    const twice = [fails('worker', 'F-001', 'unknown'), fails('worker', 'F-001', 'unknown')]
    const blocked = [...twice, meanwhile, sets('F-001', { status: 'blocked' })]
    given(two, [...blocked, resumes]).wants('worker work/F-002/1')
  })
})

describe('MI-10 what a person says with the grant of an agent that keeps failing', () => {
  const twice = (role: string, subject: string | null) => [
    fails(role, subject, 'unknown'),
    fails(role, subject, 'unknown'),
  ]
  it('reaches the worker that is sent again', () => {
    const granted = [...twice('worker', 'F-001'), answersGate('grant', 'The key is in the vault.')]
    const story = given(one, granted)
    story.wants('worker work/F-001/3')
    expect(story.envelope()).toContain('A person says: The key is in the vault.')
  })
  it('also the validator that looks again, if it was the crosscheck that failed', () => {
    const failing = [...done('F-001'), ...twice('crosscheck', 'F-001'), curates()]
    const story = given(one, [...failing, answersGate('grant', 'Port 80.')], { crosscheck: true })
    story.wants('validator validate/F-001/2')
    expect(story.envelope()).toContain('A person says: Port 80.')
  })
  it('a planner that keeps failing stops the run, and a resume calls it again; without a curator nothing waits', () => {
    const planner = twice('mission-planner', null)
    expect(given(unplanned(), planner).ends()).toMatchObject({ exitCode: 1, resumable: true })
    given(unplanned(), [...planner, resumes]).wants('mission-planner plan/mission/3')
    const story = given(one, [...done('F-001'), ...twice('curator', null)])
    expect(story.ends()).toMatchObject({ outcome: 'done' })
    expect(story.notes.join()).toContain('The memory was not curated')
  })
})

describe('MI-08 the architect', () => {
  const asks = works('F-001', { ambiguity: 'E-mail or name?' })
  it('resolves what the worker left open; it stands in the feature with its reason', () => {
    expect(decisionsIn(one, [asks, rules('F-001')])).toEqual([
      'NEXT_WORKER F-001: F-001 depends on nothing and a lane is free.',
      'NEXT_ARCHITECT F-001: Something is left open about F-001: E-mail or name?',
      'NEXT_WORKER F-001: What was open about F-001 is decided.',
    ])
    expect(given(one, [asks, rules('F-001')]).feature('F-001')?.notes).toBe(
      'Ruling: E-mail only. (because: The spec.)',
    )
  })
  it('or in the contract, where it is about a claim', () =>
    expect(given(one, [asks, rules('F-001', { claim: 'VAL-F-001' })]).claim('VAL-F-001')?.rulings).toEqual([
      'E-mail only. (because: The spec.)',
    ]))
  it('resolves what the validator left open', () =>
    given(one, [works('F-001'), passes('F-001', { ambiguity: 'Which one?' })]).wants(
      'architect architect/F-001/1',
    ))
  it('hands on what only a person can decide', () => {
    const story = given(one, [asks, rules('F-001', { question: 'May it cost money?' }), curates()])
    expect(story.gate().question).toBe('May it cost money?')
    const granted = given(one, [
      asks,
      rules('F-001', { question: 'May it cost money?' }),
      curates(),
      answersGate('grant', 'No.'),
    ])
    granted.wants('worker work/F-001/2')
    expect(granted.envelope()).toContain('A person says: No.')
  })
})

describe('MI-07 mechanical checks come first', () => {
  it('where one fails nobody is asked, and the worker is told', () => {
    const story = given(one, [works('F-001'), checksFail('F-001')])
    story.wants('worker work/F-001/2')
    expect(story.envelope()).toContain('The check test fails')
    expect(story.log).not.toContain('validator validate/F-001/1')
  })
})
