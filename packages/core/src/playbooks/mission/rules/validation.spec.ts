import { describe, expect, it } from 'vitest'
import { isQuoted } from '../../../kernel/quotation.ts'
import { resumes } from '../../../test-support/story.ts'
import type { Command } from '../state/effects.ts'
import { given } from '../test-support/given.ts'
import {
  answers,
  answersGate,
  checksFail,
  conflicts,
  crosschecks,
  curates,
  done,
  looks,
  mergeRefused,
  notCaptured,
  passes,
  prose,
  refutes,
  smokes,
  works,
} from '../test-support/happenings.ts'
import { entry, feature, planned } from '../test-support/shelf.ts'

const one = planned('F-001')
const two = planned('F-001', 'F-002')
const validator = (answer: object) =>
  answers('validator', 'F-001', {
    answer: { kind: 'validation', claims: [], issues: [], ambiguity: null, ...answer },
  })

const both = [
  { id: 'VAL-F-001', status: 'FAIL', evidence: '"500"' },
  { id: 'VAL-F-001', status: 'PASS', evidence: '"200"' },
]

describe('MI-07 a claim holds only where it was seen', () => {
  it.each([
    ['a fail', { claims: [{ id: 'VAL-F-001', status: 'FAIL', evidence: '500' }] }],
    ['a fail and then a pass', { claims: both }],
    ['a pass and then a fail', { claims: both.toReversed() }],
  ])('%s is a failure', (_name, answer) => {
    const story = given(one, [works('F-001'), validator(answer)])
    story.wants('worker work/F-001/2')
    expect(story.claim('VAL-F-001')?.status).toBe('FAIL')
  })
  it.each([
    ['`npm test` passes', true],
    ['it says "200"', true],
    ['it says “200”', true],
    ['> HTTP/1.1 200', true],
    ['It works.', false],
    ['"" and ``', false],
    ['```\nHTTP/1.1 200\n```', true],
    ['```text\n```', false],
    ['"" and ""', false],
    ['it says "x"', false],
    ['> .', false],
    ['don’t', false],
    ["I've read the code and it's fine.", false],
    ["it says 'done'", false],
  ])('%s', (evidence, quoted) => expect(isQuoted(evidence)).toBe(quoted))
  it('a validator that edits files gave no verdict: asked once more, then a person reads its answer', () => {
    const twice = [passes('F-001', { violation: ['src/a.ts'] }), prose('validator')]
    const once = given(one, [works('F-001'), ...twice.slice(0, 1)])
    once.wants('validator validate/F-001/2')
    expect(once.envelope()).toContain('src/a.ts changed during the turn, and this role only reads.')
    const stuck = [works('F-001'), ...twice, curates()]
    const story = given(one, stuck)
    expect(story.gate()).toMatchObject({
      name: 'escalation',
      exitCode: 3,
      question: expect.stringContaining('harness show mission validate/F-001/2'),
    })
    expect(story.claim('VAL-F-001')?.status).toBe('TODO')
    const told = given(one, [...stuck, answersGate('grant', 'Leave the files alone.')])
    told.wants('validator validate/F-001/3')
    expect(told.envelope()).toContain('A person says: Leave the files alone.')
    expect(given(one, [...stuck, answersGate('grant'), ...twice]).gate().name).toBe('escalation')
    expect(given(one, [...stuck, answersGate('grant'), passes('F-001'), curates()]).ends()).toMatchObject({
      outcome: 'done',
    })
  })
  it('is validated on exactly the tree that is merged', () => {
    const story = given(one, [works('F-001'), passes('F-001'), mergeRefused('F-001', 'base-moved')])
    story.wants('validator validate/F-001/2')
    expect(story.claim('VAL-F-001')?.status).toBe('TODO')
    const merging = given(one, [
      works('F-001'),
      passes('F-001'),
      mergeRefused('F-001', 'base-moved'),
      passes('F-001'),
    ])
    expect(merging.claim('VAL-F-001')?.status).toBe('PASS')
  })
})

describe('MI-13 nothing is merged without evidence for each claim, on the tree that is merged', () => {
  const claims = ['VAL-A-001', 'VAL-B-001']
  const shelf = {
    ...planned(feature('F-001', { claims })),
    contract: claims.map((id) => entry(id)),
  }
  const says = (...passing: readonly string[]) =>
    validator({ claims: passing.map((id) => ({ id, status: 'PASS', evidence: `${id} says "ok"` })) })
  /** The trees that were merged, each with the claims that a validator has seen on exactly it. */
  const merges = (happened: Parameters<typeof given>[1]): readonly (readonly string[])[] => {
    const seen = new Map<string, string[]>()
    const merged: (readonly string[])[] = []
    given(shelf, happened, {}, (event) => {
      if (event.type === 'AgentFinished' && event.role === 'validator' && event.answer.kind === 'validation')
        seen.set(event.tree, [...event.answer.claims.map(({ id }) => id)])
      if (event.type === 'CommandIssued' && event.command.type === 'MergeLane')
        merged.push(seen.get(event.command.tree) ?? [])
    })
    return merged
  }
  it.each([
    ['one claim left out', [works('F-001'), says('VAL-A-001')], []],
    ['each claim seen', [works('F-001'), says(...claims)], [claims]],
    ['one after the other, in two answers', [works('F-001'), says('VAL-A-001'), says('VAL-B-001')], []],
    [
      'a base that moved in between, and one claim seen again',
      [works('F-001'), says(...claims), mergeRefused('F-001', 'base-moved'), says('VAL-A-001')],
      [claims],
    ],
    [
      'a conflict that was resolved',
      [works('F-001'), conflicts('F-001'), works('F-001'), says(...claims)],
      [claims],
    ],
  ])('%s', (_name, happened, expected) => expect(merges(happened)).toEqual(expected))
})

describe('MI-07 what is looked at after the validator passed', () => {
  const uiQa = { server: { run: 'npm start', url: 'http://localhost:1', readyMs: 1000 }, routes: ['/'] }
  const smoke = { onDone: false, onFeaturePass: true, startup: null, urls: [] }
  const begun = [works('F-001'), passes('F-001')]
  it('smoke, then the user interface, then the crosscheck, then the merge', () => {
    const told = { uiQa, smoke, crosscheck: true }
    const story = given(
      one,
      [...begun, smokes(true), looks('F-001', 'PASS'), crosschecks('F-001', 'PASS')],
      told,
    )
    expect(story.log.filter((line) => line.includes('F-001')).slice(4)).toEqual([
      'validator validate/F-001/1',
      'SmokeTest smoke/F-001/1',
      'CaptureUi capture/F-001/1',
      'ui-qa ui-qa/F-001/1',
      'crosscheck crosscheck/F-001/1',
      'MergeLane merge/F-001/1',
      'CloseLane close/F-001/1',
    ])
  })
  it('AG-14 MI-23 all who work in a copy of the lane are told where the change is', () => {
    const change = /CHANGE=git diff \S+\.\.\.HEAD/
    expect(given(one, [works('F-001')]).envelope()).toMatch(change)
    expect(given(one, begun, { crosscheck: true }).envelope()).toMatch(change)
    expect(given(one, begun, { uiQa }).envelope()).toMatch(change)
    expect(given(one).envelope()).not.toContain('CHANGE=')
  })
  it('a failed smoke test sends it back', () => {
    const story = given(one, [...begun, smokes(false)], { smoke })
    story.wants('worker work/F-001/2')
    expect(story.envelope()).toContain('GET / answered 500, where 200 was expected')
  })
  it('the crosscheck takes back a claim that it refutes', () => {
    const story = given(one, [...begun, crosschecks('F-001', 'FAIL')], { crosscheck: true })
    story.wants('worker work/F-001/2')
    expect(story.claim('VAL-F-001')).toMatchObject({ status: 'FAIL', evidence: 'crosscheck: it says "FAIL"' })
  })
  const second = (answer: object) =>
    answers('crosscheck', 'F-001', {
      answer: { kind: 'validation', claims: [], issues: [], ambiguity: null, ...answer },
    })
  it('a crosscheck that says of a claim that it holds and that it does not has refuted it', () => {
    const story = given(one, [...begun, second({ claims: both })], { crosscheck: true })
    story.wants('worker work/F-001/2')
    expect(story.claim('VAL-F-001')).toMatchObject({ status: 'FAIL', evidence: 'crosscheck: "500"' })
  })
  it('a crosscheck that leaves a claim out gave no answer: asked once more, then a person is', () => {
    const crosscheck = { crosscheck: true }
    const asked = given(one, [...begun, second({})], crosscheck)
    asked.wants('crosscheck crosscheck/F-001/2')
    expect(asked.envelope()).toContain('VAL-F-001: no verdict.')
    const twice = given(one, [...begun, second({}), second({}), curates()], crosscheck)
    expect(twice.gate()).toMatchObject({ name: 'escalation', exitCode: 3 })
    const mended = given(one, [...begun, second({}), crosschecks('F-001', 'PASS')], crosscheck)
    expect(mended.log).toContain('MergeLane merge/F-001/1')
  })
  it('what a crosscheck finds ambiguous goes to the architect', () => {
    const story = given(one, [...begun, second({ ambiguity: 'Which zone?' })], { crosscheck: true })
    story.wants('architect architect/F-001/1')
    expect(story.envelope()).toContain('Which zone?')
  })
  it('without a browser it is only noted; a product that does not come up is a failure', () => {
    const story = given(one, [...begun, notCaptured('no-browser')], { uiQa })
    expect(story.log).toContain('MergeLane merge/F-001/1')
    expect(story.notes).toContain('The user interface of F-001 was not looked at: no-browser')
    given(one, [...begun, notCaptured('not-ready')], { uiQa }).wants('worker work/F-001/2')
    expect(given(one, [...begun, notCaptured('port-taken')], { uiQa }).ends()).toMatchObject({ exitCode: 1 })
  })
})

describe('MI-13 lanes and merges', () => {
  const lanes = { isolation: { onPass: 'merge', useWorktrees: true, lanes: 2 } } as const
  it('features that do not depend on each other are worked on at once, each in a worktree of its own', () => {
    const story = given(planned('F-001', 'F-002', 'F-003'), [], lanes)
    story.wants('worker work/F-001/1', 'worker work/F-002/1')
    expect(story.state.flights.map(({ lane }) => lane?.path)).toEqual([
      '/repo/.harness/worktrees/F-001',
      '/repo/.harness/worktrees/F-002',
    ])
  })
  it('one at a time goes the way to the merge', () => {
    const story = given(planned('F-001', 'F-002'), [works('F-001'), works('F-002')], lanes)
    story.wants('validator validate/F-001/1')
    given(planned('F-001', 'F-002'), [works('F-001'), works('F-002'), passes('F-001')], lanes).wants(
      'validator validate/F-002/1',
    )
  })
  it('MI-20 a conflict goes back to its worker on the new base at once, and is no attempt', () => {
    const story = given(one, [works('F-001'), conflicts('F-001')])
    story.wants('worker resolve/F-001/1')
    expect(story.feature('F-001')).toMatchObject({ attempts: 1 })
    expect(story.command('RunAgent')).toMatchObject({ startCommit: 'marked', baseCommit: 'base-new' })
    expect(story.envelope()).toContain('conflicts are marked')
    const resolved = given(one, [works('F-001'), conflicts('F-001'), works('F-001')])
    resolved.wants('validator validate/F-001/1')
    expect(resolved.log).toContain('RunChecks checks/F-001/1')
  })
  it('MI-20 while a conflict is resolved nothing else lands; the worker is told the files and both sides', () => {
    const both = [works('F-001'), works('F-002'), passes('F-001'), conflicts('F-002')]
    const three = planned('F-001', 'F-002', 'F-003 < F-001')
    const story = given(three, [...both, works('F-003')], lanes)
    story.wants('worker resolve/F-002/1')
    const told = story.envelope()
    expect(told).toContain('conflicts are marked in: src/a.ts')
    expect(told).toMatch(/This lane’s side \(git diff \S+ \S+ -- src\/a\.ts\): F-002 Title of F-002: Summary/)
    expect(told).toMatch(
      /The side of main \(git diff \S+ base-new -- src\/a\.ts\): F-001 Title of F-001: Summary/,
    )
    given(three, [...both, works('F-003'), works('F-002')], lanes).wants('validator validate/F-002/1')
    const failed = [...both, works('F-003'), works('F-002'), checksFail('F-002')]
    given(three, failed, lanes).wants('worker work/F-002/2', 'validator validate/F-003/1')
  })
  it('a conflict that was resolved is not told to a later worker', () => {
    const story = given(one, [works('F-001'), conflicts('F-001'), works('F-001'), refutes('F-001')])
    story.wants('worker work/F-001/2')
    expect(story.envelope()).not.toContain('conflicts are marked')
  })
  it('a merge that a checkout is in the way of stops the run, once what is under way has ended', () => {
    const inTheWay = mergeRefused('F-001', 'checkout-in-the-way')
    const stopped = given(two, [works('F-001'), passes('F-001'), inTheWay])
    expect(stopped.ends()).toMatchObject({
      exitCode: 3,
      resumable: true,
      reason: expect.stringContaining('in-the-way'),
      next: expect.stringContaining('harness resume'),
    })
    const beside = { isolation: { onPass: 'merge', useWorktrees: true, lanes: 2 } } as const
    const other = [works('F-001'), passes('F-001'), inTheWay, works('F-002')]
    expect(given(two, other, beside).ends()).toMatchObject({ exitCode: 3 })
  })
  it('once it is out of the way, what was validated is merged, and no validator is paid for the same tree', () => {
    const inTheWay = mergeRefused('F-001', 'checkout-in-the-way')
    const resumed = [works('F-001'), passes('F-001'), inTheWay, resumes]
    const story = given(one, resumed)
    expect(story.log).toContain('MergeLane merge/F-001/2')
    expect(story.log).not.toContain('SyncLane sync/F-001/2')
    expect(story.feature('F-001')?.status).toBe('passed')
    given(one, [...resumed, mergeRefused('F-001', 'base-moved')]).wants('validator validate/F-001/2')
  })
  it('MI-13 without worktrees a feature has a lane out of sight', () => {
    const isolation = { onPass: 'merge', useWorktrees: false, lanes: 1 } as const
    const opened: Command[] = []
    const story = given(one, [...done('F-001'), curates()], { isolation }, (event) => {
      if (event.type === 'CommandIssued' && event.command.type === 'OpenLane') opened.push(event.command)
    })
    expect(story.log).toContain('MergeLane merge/F-001/1')
    expect(opened.filter((command) => 'worktree' in command)).toEqual([])
    expect(opened).toContainEqual(expect.objectContaining({ lane: 'F-001' }))
  })
})
