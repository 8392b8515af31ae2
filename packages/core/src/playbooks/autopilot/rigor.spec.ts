import { describe, expect, it, test } from 'vitest'
import type { RigorLevel } from './documents.ts'
import { given } from './test-support/given.ts'
import { answers, plans, says } from './test-support/happenings.ts'
import { firstPlan, onePhase, sessionDir } from './test-support/plain-input.ts'
import { planOf, twoTasks } from './test-support/plain-plan.ts'

const asks = (rigor: RigorLevel, ...[input, ...story]: Parameters<typeof given>): string =>
  given({ ...input, rigor }, ...story)
    .rest()
    .gate().name

const skeleton = answers('skeleton', 'yes')
const approve = answers('approve-plan', 'yes')
/** All that a person says until the first task begins. */
const started = { fast: [], standard: [], thorough: [skeleton, approve] }

describe('AP-04 PLAN: the skeleton', () => {
  test.each([
    ['fast', 'skip'],
    ['standard', 'default'],
    ['thorough', 'approved'],
  ] as const)('%s tells the planner: %s', (rigor, rule) =>
    expect(given({ rigor }).rest().slice('planner', 'Skeleton')).toBe(rule),
  )

  it('thorough asks for a skeleton first, and a person approves it', () => {
    const story = given({ rigor: 'thorough' }, says('skeleton/phase-1', { wrote: '1. Walk' })).rest()
    expect(story.calls().map(({ id }) => id)).toEqual(['20260319-120000/skeleton/phase-1/1'])
    expect(story.call('planner')).toMatchObject({ artifacts: [firstPlan], mayWrite: [], commitMessage: null })
    expect(story.gate()).toMatchObject({ name: 'skeleton', detail: '1. Walk', exitCode: 8 })
    expect(story.files.size).toBe(0)
  })

  it('thorough gives the approved skeleton to the planner', () => {
    const wrote = says('skeleton/phase-1', { wrote: '1. Walk' })
    const story = given({ rigor: 'thorough' }, wrote, skeleton).rest()
    expect(story.slice('plan/phase-1', 'Approved skeleton')).toContain('1. Walk')
    expect(story.files.get(firstPlan)).toBe(twoTasks)
  })

  it('thorough asks again for a skeleton that a person wants otherwise, with their words', () => {
    const wrote = says('skeleton/phase-1', { wrote: '1. Walk' })
    const story = given({ rigor: 'thorough' }, wrote, answers('skeleton', 'revise', 'Match first.')).rest()
    expect(story.slice('skeleton/phase-1', 'What the person wants otherwise')).toContain('Match first.')
    expect(story.asks()).toBe('skeleton: yes, revise, skip-phase, stop')
    expect(story.order().filter((line) => line.includes('planner'))).toEqual([
      'planner skeleton/phase-1',
      'planner skeleton/phase-1',
    ])
  })

  test.each(['fast', 'standard'] as const)('%s asks for no skeleton by itself', (rigor) =>
    expect(given({ rigor }).rest().order()).not.toContain('planner skeleton/phase-1'),
  )
})

describe('AP-04 AP-05 ASSESS: a phase of high complexity', () => {
  test.each(['standard', 'thorough'] as const)('%s waits for the plan of a person', (rigor) => {
    const story = given({ ...onePhase('high'), rigor }).rest()
    expect(story.asks()).toBe('plan-needed: ready, draft, skip-phase, stop')
    expect(story.calls()).toEqual([])
  })

  it('fast lets the planner plan it', () => {
    const story = given({ ...onePhase('high'), rigor: 'fast' }).rest()
    expect(story.order()).toContain('planner plan/phase-1')
    expect(story.ends().outcome).toBe('done')
  })
})

describe('AP-04 AP-07 APPROVE_PLAN', () => {
  it('fast approves by itself, also with more tasks than the threshold', () => {
    const story = given({ rigor: 'fast' }, plans(planOf(16))).rest()
    expect(story.decisions()[0]).toEqual(['APPROVE_PLAN', 'auto_approved_plan_fast'])
  })

  it('standard goes by the signals', () => {
    expect(asks('standard', {})).toBe('continue')
    expect(asks('standard', {}, plans(planOf(16)))).toBe('approve-plan')
  })

  it('thorough asks a person in any case', () => {
    expect(asks('thorough', {}, skeleton)).toBe('approve-plan')
    const why = given({ rigor: 'thorough' }, skeleton).rest().gate().detail
    expect(why).toContain('Why you are asked:\n- the rigor asks for it\n')
  })
})

describe('AP-04 EXECUTE: the scratchpad', () => {
  const path = `${sessionDir}scratchpad/phase-1.md`
  const rules = {
    fast: undefined,
    standard: `${path}: If your research takes more than 500 words, write it there and keep your answer short.`,
    thorough: `${path}: Write all of your research and your reasons there.`,
  }

  test.each(['fast', 'standard', 'thorough'] as const)('%s', (rigor) => {
    const story = given({ rigor }, ...started[rigor]).rest()
    const task = 'execute/phase-1-task-1'
    expect(story.slice(task, 'Scratchpad')).toBe(rules[rigor])
    expect(story.call(task).artifacts).toEqual(rigor === 'fast' ? undefined : [path])
  })

  it('what is in it reaches the next executor of the phase, and no executor of the next phase', () => {
    const story = given(
      {},
      says('task-executor', { wrote: 'walk is slow' }),
      answers('continue', 'yes'),
    ).rest()
    expect(story.slice('execute/phase-1-task-2', 'Scratchpad')).toContain('walk is slow')
    expect(story.slice('execute/phase-2-task-1', 'Scratchpad')).toContain('phase-2.md')
    expect(story.slice('execute/phase-2-task-1', 'Scratchpad')).not.toContain('walk is slow')
  })
})

describe('AP-04 AP-08 EXECUTE: checkpoints that wait for a person', () => {
  const withOne = (kind: string) => plans(`task 1: Walk | src/walk.js\n[${kind}] It | A | B`)
  test.each([
    ['fast', 'human-verify', false],
    ['fast', 'decision', false],
    ['fast', 'human-action', true],
    ['standard', 'human-verify', true],
    ['standard', 'decision', true],
    ['standard', 'human-action', true],
    ['thorough', 'human-verify', true],
    ['thorough', 'decision', true],
    ['thorough', 'human-action', true],
  ] as const)('%s, %s: %s', (rigor, kind, waits) => {
    const story = given({ ...onePhase(), rigor }, withOne(kind), ...started[rigor]).rest()
    expect(story.order().includes('AskHuman ask/checkpoint')).toBe(waits)
    const passed = story.decisions().filter(([, what]) => what === 'auto_passed_checkpoint_fast')
    expect(passed).toEqual(waits ? [] : [['EXECUTE', 'auto_passed_checkpoint_fast']])
  })
})

describe('AP-04 AP-10 VERIFY: what follows the last task', () => {
  const follows = (rigor: RigorLevel) => {
    const story = given({ ...onePhase(), rigor }, ...started[rigor]).rest()
    const order = story.order()
    return order.slice(order.lastIndexOf('ReadDocuments read/phase-1') + 1).slice(0, 4)
  }
  const checks = ['RunChecks verify/phase-1', 'ValidateSession validate/phase-1']

  it('fast: the checks, and no verifier', () =>
    expect(follows('fast')).toEqual([
      ...checks,
      'code-reviewer review/phase-1',
      'EditDocuments complete/roadmap',
    ]))

  test.each(['standard', 'thorough'] as const)('%s: the checks, and the verifier on top of them', (rigor) =>
    expect(follows(rigor)).toEqual([...checks, 'verifier verifier/phase-1', 'code-reviewer review/phase-1']),
  )

  test.each([
    ['standard', 'full'],
    ['thorough', 'expanded'],
  ] as const)('%s tells the verifier how deep: %s', (rigor, depth) => {
    const story = given({ rigor }, ...started[rigor]).rest()
    expect(story.slice('verifier', 'Depth')).toBe(depth)
  })
})

describe('AP-04 PHASE_COMPLETE and DONE: asked if nothing is wrong', () => {
  it('fast goes through all phases and leaves the branch', () => {
    const story = given({ rigor: 'fast' }).rest()
    expect(story.order().filter((line) => line.startsWith('AskHuman'))).toEqual([])
    expect(story.state().decisions.at(-1)).toEqual({
      state: 'OUTCOME_EVAL',
      what: 'left_branch',
      why: 'the rigor is fast',
    })
    expect(story.ends().outcome).toBe('done')
  })

  test.each(['standard', 'thorough'] as const)('%s asks after a phase and at the end', (rigor) => {
    const first = started[rigor]
    expect(asks(rigor, {}, ...first)).toBe('continue')
    expect(asks(rigor, {}, ...first, answers('continue', 'yes'), ...first)).toBe('deliver')
  })
})

it('AP-04 the rigor lasts for the session: a later phase has the same', () => {
  const story = given({ rigor: 'thorough' }, skeleton, approve, answers('continue', 'yes')).rest()
  expect(story.asks()).toBe('skeleton: yes, revise, skip-phase, stop')
  expect(story.slice('skeleton/phase-2', 'Session')).toContain('Rigor: thorough.')
})
