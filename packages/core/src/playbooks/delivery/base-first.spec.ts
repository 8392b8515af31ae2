import { describe, expect, it } from 'vitest'
import type { BaseChecked } from '../../effects/check-base.ts'
import type { Outcome } from './effects.ts'
import { changed } from './test-support/answers.ts'
import { given } from './test-support/given.ts'
import { commit, type Happening, outcome, tree } from './test-support/happening.ts'
import { checksFailed, checksPassed, laneClosed, laneOpened, resumed } from './test-support/happenings.ts'
import { input } from './test-support/sample-input.ts'

const run = '20261116-120000'
const before = { baseCheck: 'before' } as const
const beside = { baseCheck: 'beside' } as const

const base = (exitCode: number | null, from = 'base'): Happening =>
  outcome(
    (commandId, at) =>
      ({
        type: 'BaseChecked',
        at,
        commandId,
        commit: commit(from),
        tree: tree(from),
        evidence: input.checks.map(({ name, run: line, claims }) => ({
          check: name,
          run: line,
          tree: tree(from),
          exitCode,
          problem: exitCode === null ? 'timed out' : null,
          outputDigest: '',
          outputTail: 'expected 3, got 2',
          durationMs: 5,
          claims,
        })),
        known: [],
      }) satisfies BaseChecked as unknown as Outcome,
  )
const green = base(0)
const red = base(1)
const known = outcome(
  (commandId, at) =>
    ({
      type: 'BaseChecked',
      at,
      commandId,
      commit: commit('base'),
      tree: tree('base'),
      evidence: [],
      known: ['test'],
    }) satisfies BaseChecked as unknown as Outcome,
)

const said = (choice: string, reason = ''): Happening =>
  outcome((commandId, at) => ({
    type: 'GateAnswered',
    at,
    commandId,
    answer: { choice, reason, by: 'ada' },
  }))
const reopened = outcome((commandId, at) => ({
  type: 'LaneOpened',
  at,
  commandId,
  lane: '0001-sum' as never,
  path: '/lanes/0001-sum',
  branch: 'task/0001-sum',
  baseCommit: commit('fixed'),
  commit: commit('fixed'),
  tree: tree('fixed'),
}))
const failed = (code: string): Happening =>
  outcome((commandId, at) => ({
    type: 'CommandFailed',
    at,
    commandId,
    code,
    detail: 'npm ci failed',
    next: 'fix it, then: harness resume',
  }))

describe('TR-04 the base is checked before the first agent', () => {
  it('in the lane, while it holds the base as it is', () => {
    given([laneOpened], before).decides({
      type: 'perform',
      commands: [
        {
          type: 'CheckBase',
          id: `${run}/base-first/check/1`,
          lane: '0001-sum',
          commit: commit('base'),
          checks: input.checks,
        } as never,
      ],
    })
  })
  it('and then the run goes on as if nothing had been', () => {
    given([laneOpened, green], before).wants(`implementer ${run}/implement/0001/1`)
    given([laneOpened, known], before).wants(`implementer ${run}/implement/0001/1`)
  })
  it('not with off, not in a run that began without, and not if there is no check', () => {
    for (const told of [{ baseCheck: 'off' } as const, {}, { ...before, checks: [] }])
      given([laneOpened], told).wants(`implementer ${run}/implement/0001/1`)
  })
  it('a set-up that fails stops the run; a resumed run opens the lane again at the newest base', () => {
    const stopped = [laneOpened, failed('lane-setup-failed')]
    expect(given(stopped, before).ends()).toMatchObject({ exitCode: 1, reason: 'npm ci failed' })
    expect(given([...stopped, resumed()], before).command()).toMatchObject({
      type: 'OpenLane',
      id: `${run}/base-first/open-0001-sum/1`,
      anew: true,
    })
  })
})

describe('TR-04 a red base asks a person', () => {
  const asked = [laneOpened, red]

  it('with exit code 3, what failed, and three choices; none is the first to be taken by itself', () => {
    const gate = given(asked, before).asks()
    expect(gate).toMatchObject({ name: 'base-red', exitCode: 3, digest: null })
    expect(gate.question).toBe('The base is red: test fails on main at commit-base. Go on?')
    expect(gate.detail).toContain('No agent has been called yet.')
    expect(gate.detail).toContain('**test** `npm test`: exit code 1')
    expect(gate.detail).toContain('expected 3, got 2')
    expect(gate.choices.map(({ name, words }) => `${name} ${words}`)).toEqual([
      'again none',
      'go-on required',
      'abandon optional',
    ])
  })
  it('again: the lane is opened at the newest base, and that base is checked', () => {
    const again = [...asked, said('again')]
    given(again, before).wants(`OpenLane ${run}/base-first/open-0001-sum/1`)
    given([...again, reopened], before).wants(`CheckBase ${run}/base-first/check/2`)
    const fixed = given([...again, reopened, base(0, 'fixed')], before)
    fixed.wants(`implementer ${run}/implement/0001/1`)
    expect(fixed.command()).toMatchObject({ startCommit: commit('fixed'), baseCommit: commit('fixed') })
    expect(given([...again, reopened, base(1, 'fixed')], before).asks().question).toContain('commit-fixed')
  })
  it('abandon: the lane is closed and the run ends', () => {
    const abandoned = [...asked, said('abandon', 'Another day.')]
    given(abandoned, before).wants(`CloseLane ${run}/base-first/close-0001-sum/1`)
    for (const last of [laneClosed, failed('disk-full')])
      expect(given([...abandoned, last], before).ends()).toMatchObject({
        outcome: 'blocked',
        resumable: false,
        reason: 'Given up by ada: Another day.',
      })
  })
})

describe('TR-04 go on: only what changes is judged', () => {
  const goneOn = [laneOpened, red, said('go-on', 'It is fixed elsewhere.')]
  const checksOf = (story: readonly Happening[]) => given(story, before).command()

  it('the checks that failed on the base may fail in the change', () => {
    given(goneOn, before).wants(`implementer ${run}/implement/0001/1`)
    expect(checksOf([...goneOn, changed('v1')])).toMatchObject({
      type: 'RunChecks',
      checks: [{ name: 'test', redOnBase: true }],
    })
  })
  it('a check that was green, or has passed in the lane since, may not', () => {
    const greenBase = [laneOpened, green, changed('v1')]
    expect(checksOf(greenBase)).toMatchObject({ checks: input.checks })
    const fixed = given([...goneOn, changed('v1'), checksPassed], before).state
    expect(JSON.stringify(fixed)).toContain('"fixedIn":["0001-sum"]')
  })
  it('without that word a failing check goes to the fixer', () =>
    given([laneOpened, green, changed('v1'), checksFailed], before).wants(`fixer ${run}/fix/0001/1`))
})

describe('TR-04 beside: the first agent works while the base is checked', () => {
  it('in a lane of its own, and the next agent waits', () => {
    const both = given([laneOpened], beside)
    both.wants(`implementer ${run}/implement/0001/1`, `CheckBase ${run}/base-first/check/1`)
    given([laneOpened, changed('v1')], beside).wants(`CheckBase ${run}/base-first/check/1`)
  })
})
