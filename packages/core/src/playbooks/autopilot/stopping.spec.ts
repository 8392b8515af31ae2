import { describe, expect, it, test } from 'vitest'
import { givenUpEnd } from '../../kernel/given-up.ts'
import { givenUp } from './endings.ts'
import { waysToGates } from './test-support/every-gate.ts'
import { given } from './test-support/given.ts'
import { answers, ending, fails, resumes, type Told } from './test-support/happenings.ts'
import { createdAt, onePhase, specPath } from './test-support/plain-input.ts'

const one = onePhase()

describe('AP-17 stop at a gate pauses with exit 8, and resuming opens the same gate', () => {
  const stopping = waysToGates.filter(({ choices }) => 'stop' in choices)

  test.each(stopping)('$gate $how', ({ gate, input, story, state }) => {
    const open = given(input, ...story).rest()
    const stopped = given(input, ...story, answers(gate, 'stop'))
    expect(stopped.ends()).toMatchObject({
      outcome: 'paused',
      exitCode: 8,
      resumable: true,
      next: `harness autopilot ${specPath}`,
    })
    expect(stopped.ends().reason.startsWith(`Stopped at ${state}`)).toBe(true)
    const resumed = given(input, ...story, answers(gate, 'stop'), resumes)
    expect(resumed.gate()).toEqual(open.gate())
  })

  test.each(waysToGates)('$gate $how waits with exit 8', ({ input, story }) =>
    expect(
      given(input, ...story)
        .rest()
        .gate().exitCode,
    ).toBe(8),
  )

  it('a run that stopped says in which phase', () =>
    expect(given({}, answers('continue', 'stop')).ends().reason).toBe(
      'Stopped at PHASE_COMPLETE, phase 1: Core Scanner. The session is saved.',
    ))

  it('what was done before the stop is not done again', () => {
    const story = given({}, answers('continue', 'stop'), resumes, answers('continue', 'yes')).rest()
    const planned = story.order().filter((line) => line.startsWith('planner'))
    expect(planned).toEqual(['planner plan/phase-1', 'planner plan/phase-2'])
  })
})

describe('AP-17 agents that fail', () => {
  const limited = (resetsAt?: number) => fails('task-executor', 'rate_limit', resetsAt)

  it('a rate limit sleeps until it ends, and the same call is made again', () => {
    const resetsAt = createdAt + 600_000
    const story = given(one, limited(resetsAt))
    const [wake] = story.wanted()
    expect(wake).toMatchObject({
      type: 'WakeAt',
      why: 'rate limit of the autopilot/task-executor: it failed',
    })
    expect(wake?.type === 'WakeAt' && wake.at).toBeGreaterThan(resetsAt)
    expect(story.rest().gate().name).toBe('deliver')
    expect(story.state().history[0]?.retriesUsed).toBe(0)
  })

  it('an ambiguous failure is tried once more at once, then a person is asked', () => {
    const unclear = fails('task-executor', 'schema')
    given(one, unclear).wants('task-executor execute/phase-1-task-1/2')
    const story = given(one, unclear, unclear)
    expect(story.asks()).toBe('agent-failing: grant, refuse')
    expect(story.gate().question).toBe('The autopilot/task-executor failed twice (schema). Try again?')
  })

  const twice = [fails('task-executor', 'schema'), fails('task-executor', 'schema')]

  it('grant: the same call is made again with fresh retries, and it counts as no retry of the task', () => {
    const story = given(one, ...twice, answers('agent-failing', 'grant'), fails('task-executor', 'schema'))
    story.wants('task-executor execute/phase-1-task-1/4')
    expect(story.state().work.retries).toBe(0)
  })

  it('refuse: the run pauses with exit 8, and resuming makes the call again', () => {
    const refused = answers('agent-failing', 'refuse', 'not now')
    expect(given(one, ...twice, refused).ends()).toMatchObject({
      outcome: 'paused',
      exitCode: 8,
      resumable: true,
    })
    given(one, ...twice, refused, resumes).wants('task-executor execute/phase-1-task-1/3')
  })

  it('an answer that counts gives the retries back', () => {
    const story = given(one, fails('planner', 'schema'), fails('task-executor', 'schema'))
    story.wants('task-executor execute/phase-1-task-1/2')
  })

  it('a fatal failure stops the run, and resuming lifts the stop', () => {
    const story = given(one, fails('planner', 'auth'))
    expect(story.ends()).toMatchObject({ outcome: 'paused', exitCode: 1, resumable: true })
    given(one, fails('planner', 'auth'), resumes).wants('planner plan/phase-1/2')
  })

  it('a command that cannot be carried out stops the run, and is tried again on resume', () => {
    const full: Told = ending('RunChecks', ({ id }, at) => ({
      type: 'CommandFailed',
      at,
      commandId: id,
      code: 'disk',
      detail: 'The disk is full.',
      next: 'Free space.',
    }))
    expect(given(one, full).ends()).toMatchObject({ reason: 'The disk is full.', next: 'Free space.' })
    given(one, full, resumes).wants('RunChecks verify/phase-1/2')
  })

  it('a gate stays open over a resume', () =>
    expect(given({}, resumes).rest().asks()).toBe('continue: yes, stop'))
})

describe('AP-17 a run that is given up', () => {
  const report = () => ''
  const gaveUp: Told = {
    event: (at) => ({
      type: 'RunEnded',
      at,
      end: givenUpEnd({ by: 'ana', reason: 'no time', next: '', report }),
    }),
  }

  it('ends, and merges nothing', () => {
    const story = given({}, gaveUp)
    expect(story.ends()).toMatchObject({ outcome: 'halted', resumable: false })
    expect(story.order().filter((line) => /MergeLane|CloseLane/.test(line))).toEqual([])
  })

  it('says why, and that its branch stays', () => {
    const end = givenUp(given({}).rest().state(), 'ana', 'no time')
    expect(end).toMatchObject({
      outcome: 'blocked',
      reason: 'Given up by ana: no time',
      next: `The branch autopilot/changes--scanner--proposal stays. Start again: harness autopilot ${specPath}`,
      resumable: false,
    })
    expect(end?.report).toContain('1 phase, 2 tasks')
  })

  it('cannot be given up once its branch is merged or left', () => {
    const left = given(one, answers('deliver', 'leave'))
    expect(givenUp(left.state(), 'ana', 'no time')).toBeNull()
    expect(givenUp(left.rest().state(), 'ana', 'no time')).toBeNull()
  })
})
