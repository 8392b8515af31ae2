import { describe, expect, it } from 'vitest'
import { cannot, resumes } from '../../../test-support/story.ts'
import { mission } from '../playbook.ts'
import { decisionsIn, given } from '../test-support/given.ts'
import {
  answersGate,
  conflicts,
  curates,
  decidesTo,
  done,
  ends,
  type Happening,
  hookFails,
  isStopped,
  meanwhile,
  passes,
  prose,
  refutes,
  smokes,
  works,
} from '../test-support/happenings.ts'
import { feature, planned } from '../test-support/shelf.ts'

const two = planned('F-001', 'F-002')
const isolation = { onPass: 'merge', useWorktrees: true, lanes: 2 } as const
const caps = (usd: number | null, tokens: number | null = null) => ({ caps: { usd, tokens, warnAt: 0.8 } })

describe('MI-11 caps', () => {
  it('reached, nobody is called any more and a person is asked; granted, as much again may be spent', () => {
    const story = given(planned('F-001'), [works('F-001', { usd: 6 })], caps(5))
    story.wants('AskHuman gate/escalation/1')
    expect(story.gate()).toMatchObject({
      exitCode: 3,
      detail: expect.stringContaining('The cost cap is reached: $6.00 of 5 dollars'),
    })
    expect(story.log).not.toContain('curator curate/mission/1')
    given(planned('F-001'), [works('F-001', { usd: 6 }), answersGate('grant')], caps(5)).wants(
      'validator validate/F-001/1',
    )
  })
  it('counts a judge of tests that died with its process', () => {
    const { state } = given(planned('F-001'), [works('F-001')], caps(100))
    const id = '20260101-000000/judge-tests/checks-F-001-1/1'
    const calls = mission.evolve(state, {
      type: 'CommandIssued',
      command: { type: 'RunAgent', id },
    } as never)
    const afterDeath = (before: typeof state) =>
      Object.keys(mission.evolve(before, { type: 'RunResumed', at: 0 } as never).reserved)
    expect(afterDeath(calls)).toEqual([...afterDeath(state), id])
  })
  it.each(['rules', 'agent'] as const)(
    'MI-11 MI-26 reached as the last feature passes, the mission is done: the end needs no call (%s)',
    (orchestrator) => {
      const chosen = orchestrator === 'agent' ? [decidesTo('NEXT_WORKER', 'F-001')] : []
      const validated = orchestrator === 'agent' ? [decidesTo('NEXT_VALIDATOR', 'F-001')] : []
      const all = [...chosen, works('F-001'), ...validated, passes('F-001', { usd: 9 })]
      const story = given(planned('F-001'), all, { ...caps(5), orchestrator })
      expect(story.ends()).toMatchObject({ outcome: 'done', exitCode: 0 })
      expect(story.notes).toContain('The documentation was left as it is: the cost cap is reached.')
      expect(story.log).not.toContain('AskHuman gate/escalation/1')
    },
  )
  it('MI-11 reached as the last feature passes, the smoke test still counts, and its fix is a reason to ask', () => {
    const smoke = { onDone: true, onFeaturePass: false, startup: null, urls: [] }
    const all = [works('F-001'), passes('F-001', { usd: 9 })]
    given(planned('F-001'), all, { ...caps(5), smoke }).wants('SmokeTest smoke/mission/1')
    expect(given(planned('F-001'), [...all, smokes(true)], { ...caps(5), smoke }).ends()).toMatchObject({
      outcome: 'done',
    })
    given(planned('F-001'), [...all, smokes(false)], { ...caps(5), smoke }).wants(
      'AskHuman gate/escalation/1',
    )
  })
  it('tokens count too', () => {
    const story = given(planned('F-001'), [works('F-001', { tokens: 1000 })], caps(null, 1000))
    story.wants('AskHuman gate/escalation/1')
    expect(story.gate().detail).toContain('The cost cap is reached: $0.01, 1000 of 1000 tokens.')
  })
  const workers = (log: readonly string[]) => log.filter((line) => line.startsWith('worker'))
  it('MI-21 under a cap lanes work side by side as long as what is spent and reserved fits', () => {
    const begun = (told: ReturnType<typeof caps>, ...happenings: readonly Happening[]) =>
      given(two, [meanwhile, ...happenings], { ...told, isolation })
    const both = ['worker work/F-001/1', 'worker work/F-002/1']
    expect(workers(begun(caps(null)).log)).toEqual(both)
    expect(workers(begun(caps(1000)).log)).toEqual(both)
    expect(workers(begun(caps(null, 10)).log)).toEqual(both)
  })
  it('MI-21 a call is reserved as the dearest of its role so far, or as a tenth of the cap', () => {
    const three = planned('F-000', 'F-001 < F-000', 'F-002 < F-000')
    const priced = (usd: number) =>
      given(three, [works('F-000', { usd }), passes('F-000')], { ...caps(9), isolation })
    priced(2).wants('worker work/F-001/1', 'worker work/F-002/1')
    expect(priced(2).state.reserved).toEqual({
      '20261116-120000/work/F-001/1': { usd: 2, tokens: 100 },
      '20261116-120000/work/F-002/1': { usd: 2, tokens: 100 },
    })
    priced(3).wants('worker work/F-001/1')
    expect(given(two, [], { ...caps(9, 1000), isolation }).state.reserved).toMatchObject({
      '20261116-120000/work/F-001/1': { usd: 0.9, tokens: 100 },
    })
  })
  it('MI-21 a worker who resolves a conflict is held for like any worker', () => {
    const story = given(planned('F-001'), [works('F-001', { usd: 2 }), conflicts('F-001')], caps(90))
    expect(story.state.reserved).toEqual({
      '20261116-120000/resolve/F-001/1': { usd: 2, tokens: 100 },
    })
  })
  const spendsOnCtrlC = isStopped(100)
  it('MI-21 a call that died with its process is held for until its answer comes, however often it dies', () => {
    const deaths = [resumes, resumes, resumes]
    const held = { '20261116-120000/work/F-001/1': { usd: 1, tokens: 0 } }
    const killed = given(planned('F-001'), deaths, caps(10))
    expect(killed.state).toMatchObject({ reserved: held, spent: { calls: 0, usd: 0 } })
    const stopped = given(planned('F-001'), [meanwhile, spendsOnCtrlC, ...deaths], caps(10))
    expect(stopped.state).toMatchObject({ reserved: held, spent: { calls: 1, usd: 0.01 } })
    const answered = given(planned('F-001'), [...deaths, works('F-001', { usd: 0.5 })], caps(10))
    expect(answered.state.spent).toMatchObject({ calls: 1, usd: 0.5 })
  })
  it('MI-21 one that died and then cannot be repeated has cost what was held for it', () => {
    const fails = cannot('RunAgent', 'F-001', 'disk-full')
    const killed = given(planned('F-001'), [resumes, fails], caps(10))
    expect(killed.state).toMatchObject({ reserved: {}, spent: { calls: 1, usd: 1 } })
    const stopped = given(planned('F-001'), [meanwhile, spendsOnCtrlC, resumes, fails], caps(10))
    expect(stopped.state).toMatchObject({ reserved: {}, spent: { calls: 1, usd: 0.01 } })
    expect(given(planned('F-001'), [fails], caps(10)).state.spent).toMatchObject({ calls: 0, usd: 0 })
  })
  it('MI-21 beyond a cap it is not repeated: what was held for it is spent', () => {
    const reached = [meanwhile, works('F-001', { usd: 20 }), resumes]
    const story = given(two, reached, { ...caps(8), isolation })
    story.wants('AskHuman gate/escalation/1')
    expect(story.state).toMatchObject({ reserved: {}, spent: { calls: 2, usd: 20.8 } })
    given(two, [...reached, answersGate('grant'), answersGate('grant')], { ...caps(8), isolation }).wants(
      'worker work/F-002/2',
    )
  })
  it('says once that a price is not known where dollars are capped', () => {
    const free = [works('F-001', { usd: null }), passes('F-001', { usd: null })]
    const told = (cap: number | null) => given(planned('F-001'), free, { ...caps(cap), notify: true })
    const note = expect.stringContaining('the price of some is unknown')
    expect(told(5).notes.filter((line) => line.includes('the price of some is unknown'))).toHaveLength(1)
    expect(told(5).log.filter((line) => line.startsWith('Notify notify-cost-warn'))).toHaveLength(1)
    expect(told(null).notes).not.toContainEqual(note)
  })
  it('reached while two lanes work, the other call ends before a person is asked, and no other begins', () => {
    const told = { ...caps(8), isolation }
    const reached = [meanwhile, works('F-001', { usd: 20 })]
    given(two, reached, told).wants('worker work/F-002/1')
    const story = given(two, [...reached, works('F-002')], told)
    story.wants('AskHuman gate/escalation/1')
    expect(story.state.flights.map(({ step }) => step)).toEqual([
      { type: 'rest', why: 'worked' },
      { type: 'rest', why: 'worked' },
    ])
    const twice = [answersGate('grant'), answersGate('grant')]
    given(two, [...reached, works('F-002'), ...twice], told).wants('validator validate/F-001/1')
  })
  it('where the curator comes before the question, people are told once', () => {
    const blocked = planned(feature('F-001'), 'F-002 < F-003', feature('F-003', { status: 'blocked' }))
    const story = given(blocked, [works('F-001'), passes('F-001', { usd: 4 })], { ...caps(5), notify: true })
    story.wants('curator curate/mission/1')
    const near = [works('F-001'), passes('F-001', { usd: 4 }), prose('curator')]
    const asked = given(blocked, near, { ...caps(5), notify: true })
    asked.wants('AskHuman gate/escalation/1')
    expect(asked.log.filter((line) => line.startsWith('Notify notify-escalate'))).toHaveLength(1)
  })
  it('warns once, at the threshold', () => {
    const told = { ...caps(10), notify: true }
    const story = given(planned('F-001'), [works('F-001', { usd: 8 }), passes('F-001')], told)
    expect(story.log.filter((line) => line.startsWith('Notify notify-cost-warn'))).toHaveLength(1)
  })
})

describe('MI-04 iterations', () => {
  const failing = [works('F-001'), refutes('F-001')]
  it('are limited; what is under way comes to rest and the run ends with 5', () => {
    const story = given(planned('F-001'), [...failing, works('F-001')], { maxIterations: 3, notify: true })
    expect(story.ends()).toMatchObject({ exitCode: 5, resumable: true, reason: '3 iterations are used up.' })
    expect(story.log).toContain('Notify notify-max-iter/mission/1')
  })
  it('resumed, it goes on with as many again', () =>
    given(planned('F-001'), [...failing, works('F-001'), ends, resumes], { maxIterations: 3 }).wants(
      'validator validate/F-001/2',
    ))
})

describe('hooks and notifications', () => {
  const facts = (...hooks: readonly string[]) => {
    const shelf = planned('F-001')
    return { ...shelf, facts: { ...shelf.facts, hooks } }
  }
  const all = ['pre-worker', 'post-worker', 'pre-validator', 'post-validator', 'on-feature-passed']
  it('run only where the config allows them, before and after what they are named for', () => {
    const hooked = (allowed: boolean) =>
      given(facts(...all), [...done('F-001'), curates()], { hooks: allowed }).log.filter((line) =>
        /RunHook|worker|validator|Merge/.test(line),
      )
    expect(hooked(true)).toEqual([
      'RunHook hook-pre-worker/F-001/1',
      'worker work/F-001/1',
      'RunHook hook-post-worker/mission/1',
      'RunHook hook-pre-validator/F-001/1',
      'validator validate/F-001/1',
      'RunHook hook-post-validator/mission/1',
      'MergeLane merge/F-001/1',
      'RunHook hook-on-feature-passed/mission/1',
    ])
    expect(hooked(false)).toEqual([
      'worker work/F-001/1',
      'validator validate/F-001/1',
      'MergeLane merge/F-001/1',
    ])
  })
  it('one that fails warns and holds nothing up', () => {
    const story = given(facts('pre-worker'), [hookFails('pre-worker')], { hooks: true })
    story.wants('worker work/F-001/1')
    expect(story.notes).toEqual(['hook-pre-worker went wrong: it ended with 1'])
  })
  it('the operator hears of the end', () =>
    expect(given(planned('F-001'), [...done('F-001'), curates()], { notify: true }).log).toContain(
      'Notify notify-done/mission/1',
    ))
  it('and of every checkpoint', () =>
    expect(
      given(planned('F-001'), done('F-001'), {
        notify: true,
        checkpoints: [{ name: 'look', triggerOn: 'pre-done', features: null }],
      }).log,
    ).toContain('Notify notify-checkpoint/mission/1'))
  it('decisions are the same with them and without', () =>
    expect(decisionsIn(facts(...all), done('F-001'), { hooks: true, notify: true })).toEqual(
      decisionsIn(facts(...all), done('F-001')),
    ))
})
