import { describe, expect, it } from 'vitest'
import { finding } from '../../test-support/outcomes.ts'
import { blockingFindings } from '../../work/findings-ledger.ts'
import { deliveryIdentity } from './identity.ts'
import {
  changed,
  changedNothing,
  contractBroken,
  failed,
  inProse,
  reviewed,
  reviewedAndEdited,
} from './test-support/answers.ts'
import { given } from './test-support/given.ts'
import type { Happening } from './test-support/happening.ts'
import {
  checksFailed,
  checksPassed,
  commandFailed,
  conflicted,
  frozen,
  granted,
  interrupted,
  laneClosed,
  laneOpened,
  letStand,
  merged,
  mergeRefused,
  refused,
  resumed,
  synced,
  timerFired,
} from './test-support/happenings.ts'

const proven = [laneOpened, changed('v1'), checksPassed]
const readyToMerge = [...proven, reviewed(), synced('v1')]
const minute = 60_000
/** A limit that ends at 90 seconds, plus this call's own few seconds. */
const afterReset = 94_381

describe('a rate limit is neither a failure nor an attempt', () => {
  it('AG-19 waits until it resets, plus a few seconds, and continues by itself', () => {
    expect(given([laneOpened, failed('rate_limit', 90_000)]).command()).toMatchObject({
      type: 'WakeAt',
      id: '20261116-120000/wait/0001/1',
      at: afterReset,
    })
    given([laneOpened, failed('rate_limit', 90_000), timerFired]).wants(
      'implementer 20261116-120000/implement/0001/2',
    )
  })
  it('waits 15 minutes where nobody said how long, three times, then exits 75 and can be resumed', () => {
    const unknown = [failed('rate_limit'), timerFired]
    expect(given([laneOpened, failed('rate_limit')]).command()).toMatchObject({ at: 2000 + 15 * minute })
    const tired = [laneOpened, ...unknown, ...unknown, ...unknown, failed('rate_limit')]
    expect(given(tired).ends()).toMatchObject({ exitCode: 75, resumable: true })
    given([...tired, resumed()]).wants('implementer 20261116-120000/implement/0001/5')
  })
  it.each([Number.NaN, Number.POSITIVE_INFINITY, 9e14])('does not believe a reset at %s', (resetsAt) =>
    expect(given([laneOpened, failed('rate_limit', resetsAt)]).command()).toMatchObject({
      at: 2000 + 15 * minute,
    }),
  )
  it('a restart keeps the wait', () =>
    expect(given([laneOpened, failed('rate_limit', 90_000), resumed()]).command()).toMatchObject({
      type: 'WakeAt',
      at: afterReset,
    }))
  it('does not use up the retries of other troubles', () => {
    const { state } = given([laneOpened, failed('rate_limit', 90_000), timerFired])
    expect(state.retries.ambiguous.used).toBe(0)
    expect(state.retries.transient.used).toBe(0)
  })
})

describe('errors have three classes', () => {
  it.each(['auth', 'billing', 'invalid'] as const)(
    '%s is fatal: stops with what to do, resumable',
    (kind) => {
      const end = given([laneOpened, failed(kind)]).ends()
      expect(end).toMatchObject({ exitCode: 1, resumable: true })
      expect(end.next).toContain('harness resume')
      given([laneOpened, failed(kind), resumed()]).wants('implementer 20261116-120000/implement/0001/2')
    },
  )
  it('a spent budget is fatal with the exit code of a cost cap', () =>
    expect(given([laneOpened, failed('budget')]).ends()).toMatchObject({
      exitCode: 6,
      resumable: true,
      next: expect.stringContaining('budget'),
    }))
  it.each(['network', 'overloaded'] as const)(
    '%s is transient: pauses, longer each time, then stops',
    (kind) => {
      const tries = [failed(kind), timerFired]
      const first = given([laneOpened, failed(kind)]).command()
      const second = given([laneOpened, ...tries, failed(kind)]).command()
      if (first.type !== 'WakeAt' || second.type !== 'WakeAt') throw new Error('does not wait')
      expect(first.at - 2000).toBeGreaterThanOrEqual(5000)
      expect(second.at - 4000).toBeGreaterThanOrEqual(10_000)
      const given4 = given([laneOpened, ...tries, ...tries, ...tries, failed(kind)])
      expect(given4.ends()).toMatchObject({ exitCode: 1, resumable: true })
    },
  )
  it.each(['timeout', 'unknown', 'context', 'max_turns'] as const)(
    '%s is ambiguous: once more, then a person',
    (kind) => {
      given([laneOpened, failed(kind)]).wants('implementer 20261116-120000/implement/0001/2')
      expect(given([laneOpened, failed(kind), failed(kind)]).asks()).toMatchObject({
        name: 'agent-failing',
        exitCode: 3,
      })
    },
  )
  it('an answer in between gives the retries back', () => {
    const { state } = given([laneOpened, failed('timeout'), changed('v1')])
    expect(state.retries.ambiguous.used).toBe(0)
  })
})

describe('AG-04 a broken output contract', () => {
  it('AG-18 has another reviewer asked once, then a person, who reads the answer', () => {
    given([...proven, contractBroken]).wants('reviewer 20261116-120000/review/0001/2')
    const twice = given([...proven, contractBroken, contractBroken])
    expect(twice.asks()).toMatchObject({
      name: 'no-verdict',
      detail: 'Its last answer, from which no verdict could be read:\nhm',
    })
  })
  const prose = inProse('The total is wrong. '.repeat(1_000))
  it('AG-18 a second review in prose is a finding, and the fixer gets the beginning of the text', () => {
    given([...proven, prose]).wants('reviewer 20261116-120000/review/0001/2')
    const fixing = given([...proven, prose, prose])
    fixing.wants('fixer 20261116-120000/fix/0001/1')
    const [found] = blockingFindings(fixing.state.findings, 'review')
    expect(found).toMatchObject({ severity: 'High', title: 'Review in free prose' })
    expect(found?.detail.length).toBeLessThan(4_300)
    expect(found?.detail).toContain('(all of it: harness show 0001 ')
    expect(fixing.envelope()).toContain('The total is wrong. The total is wrong.')
  })
  it('AG-18 after the fix another reviewer looks, and only its verdict is clean', () => {
    const fixed = [...proven, prose, prose, changed('v2'), checksPassed]
    given(fixed).wants('reviewer 20261116-120000/review/0001/3')
    given([...fixed, prose]).wants('reviewer 20261116-120000/review/0001/4')
    given([...fixed, prose, prose]).wants('fixer 20261116-120000/fix/0001/2')
    given([...fixed, reviewed()]).wants('SyncLane 20261116-120000/preflight/0001/1')
  })
  it('AG-18 reviews in prose are bounded by the passes, and a person can let this text stand, but no other', () => {
    const review = { maxPasses: 1, ratchetFromPass: 3 }
    const twice = [...proven, prose, prose]
    expect(given(twice, { review }).asks()).toMatchObject({ name: 'review-not-converged' })
    const stands = [...twice, letStand('It is zero by definition.')]
    given(stands, { review }).wants('SyncLane 20261116-120000/preflight/0001/1')
    const other = inProse('It deletes the repository.')
    const moved = [synced('v2', 'base2'), checksFailed, changed('v3'), checksPassed, granted]
    expect(given([...stands, ...moved, other, other], { review }).asks()).toMatchObject({
      detail: expect.stringContaining('It deletes the repository.'),
    })
  })
  it('AG-18 a reviewer without a word is for a person', () =>
    expect(given([...proven, inProse(''), inProse('')]).asks().name).toBe('no-verdict'))
  it('AG-18 a review in prose of an earlier version stays without a verdict', () => {
    const step = deliveryIdentity.upcasts?.find(({ from }) => from === 7)
    const old: Happening = (...told) => step?.event(prose(...told)) as ReturnType<Happening>
    expect(given([...proven, old, old]).asks().name).toBe('no-verdict')
  })
  it('ends the run with exit code 4 and can be resumed, of an agent that works', () => {
    expect(given([laneOpened, contractBroken]).ends()).toMatchObject({ exitCode: 4, resumable: true })
    given([laneOpened, contractBroken, resumed()]).wants('implementer 20261116-120000/implement/0001/2')
  })
})

describe('an implementer that changed nothing did nothing', () => {
  it('is asked once more and told so', () => {
    const again = given([laneOpened, changedNothing])
    again.wants('implementer 20261116-120000/implement/0001/2')
    expect(again.envelope()).toContain('changed no file')
  })
  it('then a person is asked', () =>
    expect(given([laneOpened, changedNothing, changedNothing]).asks().name).toBe('nothing-changed'))
  it('holds for the fixer too', () => {
    const fixing = [...proven, reviewed(finding('High', 'Wrong'))]
    given([...fixing, changedNothing]).wants('fixer 20261116-120000/fix/0001/2')
    expect(given([...fixing, changedNothing, changedNothing]).asks().name).toBe('nothing-changed')
  })
})

describe('AG-03 a reviewer that edits files', () => {
  it('has given no verdict: it is asked once more and told so', () => {
    const again = given([...proven, reviewedAndEdited('src/sum.js')])
    again.wants('reviewer 20261116-120000/review/0001/2')
    expect(again.envelope()).toContain('previous answer was void')
    expect(again.state.findings.passes).toBe(0)
  })
  it('then a person is asked', () =>
    expect(given([...proven, reviewedAndEdited('a'), reviewedAndEdited('a')]).asks().name).toBe(
      'reviewer-edits-files',
    ))
})

describe('merging', () => {
  it('goes back to preflight when the base moved', () =>
    given([...readyToMerge, mergeRefused('base-moved')]).wants('SyncLane 20261116-120000/preflight/0001/2'))
  it('asks a person after losing the race five times', () => {
    const race = [mergeRefused('base-moved'), synced('v1')]
    const five = [...race, ...race, ...race, ...race, ...race]
    expect(given([...readyToMerge, ...five, mergeRefused('base-moved')]).asks().name).toBe('merge-refused')
  })
  it('asks a person when the checkout is in the way, and tries again when told so', () => {
    const refusedMerge = [...readyToMerge, mergeRefused('checkout-in-the-way')]
    expect(given(refusedMerge).asks().name).toBe('merge-refused')
    given([...refusedMerge, granted]).wants('SyncLane 20261116-120000/preflight/0001/2')
  })
  it.each(['conflict', 'checks-failed'] as const)('goes back to preflight after %s in the queue', (reason) =>
    given([...readyToMerge, mergeRefused(reason)]).wants('SyncLane 20261116-120000/preflight/0001/2'),
  )
})

describe('DL-32 a conflict with the base', () => {
  const conflict = [...proven, reviewed(), conflicted]
  it('goes back to the implementer, on the merge in which it is marked', () => {
    const resolving = given(conflict)
    resolving.wants('implementer 20261116-120000/fix/0001/1')
    expect(resolving.command()).toMatchObject({ startCommit: 'commit-marked' })
    expect(resolving.envelope()).toContain('- src/sum.js')
  })
  it('is resolved only where no mark of it is left, as a check shows', () => {
    expect(given([...conflict, changed('v2')]).command()).toMatchObject({
      type: 'RunChecks',
      checks: [{ name: 'test' }, { name: 'no conflict marks' }],
    })
    given([...conflict, changed('v2'), checksPassed]).wants('reviewer 20261116-120000/review/0001/2')
  })
  it('asks a person when it comes back a third time', () => {
    const resolved = [changed('v2'), checksPassed, reviewed(), conflicted]
    const gate = given([...conflict, ...resolved, ...resolved]).asks()
    expect(gate).toMatchObject({ name: 'merge-conflict', exitCode: 3 })
    expect(gate.detail).toContain('src/sum.js')
  })
})

describe('after the merge', () => {
  const mergedOnly = [...readyToMerge, merged, mergeRefused('checkout-in-the-way')]
  it('a completion that is refused is asked about as such', () => {
    expect(given(mergedOnly).asks()).toMatchObject({ name: 'completion-refused', exitCode: 3 })
    given([...mergedOnly, granted]).wants('CompletePlan 20261116-120000/complete/0001/2')
  })
  it('a person who refuses it leaves the run done, never blocked', () => {
    given([...mergedOnly, refused('I do it')]).wants('CloseLane 20261116-120000/close/0001/1')
    const end = given([...mergedOnly, refused('I do it'), laneClosed]).ends()
    expect(end).toMatchObject({ outcome: 'done', exitCode: 0 })
    expect(end.next).toBe('Move plans/0001-sum.md to done/0001-sum.md yourself.')
  })
})

describe('a review that says nothing', () => {
  it('is void: neither findings nor a sentinel lets nothing pass', () => {
    const silent: ReturnType<typeof reviewed> = (state, at) => {
      const event = reviewed()(state, at)
      return event.type === 'AgentFinished'
        ? { ...event, answer: { kind: 'review', findings: [], sentinel: false } }
        : event
    }
    given([...proven, silent]).wants('reviewer 20261116-120000/review/0001/2')
  })
})

describe('gates', () => {
  const waiting = [laneOpened, failed('timeout'), failed('timeout')]
  it('a grant goes on with fresh retries', () =>
    given([...waiting, granted, failed('timeout')]).wants('implementer 20261116-120000/implement/0001/4'))
  it('a refusal ends the run as blocked, with the reason', () => {
    const end = given([...waiting, refused('not worth it')]).ends()
    expect(end).toMatchObject({ outcome: 'blocked', exitCode: 1, resumable: false })
    expect(end.reason).toContain('not worth it')
  })
  it('an open gate stays open over a restart', () =>
    expect(given([...waiting, resumed()]).asks().name).toBe('agent-failing'))
})

describe('an adapter that cannot do it', () => {
  it('pauses the run with what to do, and is tried again on resume', () => {
    expect(given([commandFailed('disk-full')]).ends()).toMatchObject({
      exitCode: 1,
      resumable: true,
      next: 'mend it',
    })
    given([commandFailed('disk-full'), resumed()]).wants('OpenLane 20261116-120000/open/0001/2')
  })
})

describe('DL-16 budget', () => {
  const low = { ceilingTokens: 150, spentBeforeTokens: 60, planTokens: 90, hard: false }
  it('counts failed and cancelled calls too', () => {
    expect(given([laneOpened, failed('timeout'), interrupted(500)]).state.spent).toMatchObject({
      calls: 2,
      tokens: 600,
    })
  })
  it('notes a ceiling that is reached once and goes on', () => {
    const over = given([laneOpened, changed('v1'), checksPassed, reviewed()], { budget: low })
    expect(over.state.warnings).toEqual(['budget_ceiling_reached', 'plan_over_budget'])
    over.wants('SyncLane 20261116-120000/preflight/0001/1')
  })
  it('freezes where the budget is hard, once', () => {
    const hard = { budget: { ...low, hard: true } }
    expect(given([laneOpened, changed('v1')], hard).command()).toMatchObject({ type: 'Freeze' })
    given([laneOpened, changed('v1'), frozen], hard).wants('RunChecks 20261116-120000/checks/0001/1')
  })
})
