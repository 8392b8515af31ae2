import { describe, expect, it } from 'vitest'
import { shortDigest } from '../../kernel/gate-answer.ts'
import { finding } from '../../test-support/outcomes.ts'
import { toPlan } from './loop.ts'
import { delivery } from './playbook.ts'
import { deliveryReport } from './report.ts'
import type { DeliveryState } from './state.ts'
import { changed, changedNothing, needs, pullWritten, reviewed, ruled } from './test-support/answers.ts'
import { given } from './test-support/given.ts'
import {
  baseRewritten,
  checksCount,
  checksFailed,
  checksPassed,
  ciReported,
  granted,
  grantedWith,
  laneOpened,
  letStand,
  mergeRefused,
  planCompletedElsewhere,
  planDigest,
  planRead,
  pullOpened,
  synced,
  uiCaptured,
  uiNotCaptured,
} from './test-support/happenings.ts'
import { e2e, github, ui } from './test-support/sample-input.ts'

const proven = [laneOpened, changed('v1'), checksPassed]

describe('DL-07 end to end inside the loop', () => {
  const clean = [...proven, reviewed()]
  it('runs only after a clean review, and keeps its artifacts', () => {
    given(proven, { e2e }).wants('reviewer 20261116-120000/review/0001/1')
    expect(given(clean, { e2e }).command()).toMatchObject({
      type: 'RunChecks',
      id: '20261116-120000/e2e-verify/0001/1',
      checks: [e2e.check],
      artifacts: { from: ['playwright-report'], as: 'e2e-verify' },
    })
  })
  it('a failure becomes a finding for the fixer, and everything is shown again', () => {
    const fixing = given([...clean, checksFailed], { e2e })
    fixing.wants('fixer 20261116-120000/fix/0001/1')
    expect(fixing.envelope()).toContain('expected 3, got 2')
    const again = [...clean, checksFailed, changed('v2'), checksPassed, reviewed()]
    given(again, { e2e }).wants('RunChecks 20261116-120000/e2e-verify/0001/2')
    given([...again, checksPassed], { e2e }).wants('SyncLane 20261116-120000/preflight/0001/1')
  })
  it('runs again on what the base brought in, and not on what was shown', () => {
    const verified = [...clean, checksPassed]
    given([...verified, synced('v1')], { e2e }).wants('MergeLane 20261116-120000/merge/0001/1')
    given([...verified, synced('v1+base', 'base2'), checksPassed], { e2e }).wants(
      'RunChecks 20261116-120000/e2e-verify/0001/2',
    )
  })
})

describe('DL-08 the user interface is looked at', () => {
  const clean = [...proven, reviewed()]
  it('after a clean review, by a reviewer who gets the pictures', () => {
    given(clean, { ui }).wants('CaptureUi 20261116-120000/capture-ui/0001/1')
    const looking = given([...clean, uiCaptured], { ui })
    looking.wants('ui-reviewer 20261116-120000/review-ui/0001/1')
    expect(looking.command()).toMatchObject({ mode: 'review', images: ['/run/ui/1.png'] })
    expect(looking.envelope()).toContain('404 /logo.svg')
  })
  it('what is found is fixed, and is not taken for fixed by the other reviewer’s silence', () => {
    const found = [...clean, uiCaptured, reviewed(finding('High', 'Button off screen', null))]
    given(found, { ui }).wants('fixer 20261116-120000/fix/0001/1')
    const again = given([...found, changed('v2'), checksPassed, reviewed()], { ui })
    expect(again.state.findings.tracked).toMatchObject([{ source: 'review-ui', open: true }])
  })
  it('a machine without a browser stops only a plan that insists', () => {
    const blind = [...clean, uiNotCaptured('no-browser')]
    const went = given(blind, { ui })
    went.wants('SyncLane 20261116-120000/preflight/0001/1')
    expect(went.state.notes).toEqual(['The user interface was not looked at: it was no-browser'])
    const insisting = { ui: { ...ui, required: true } }
    expect(given(blind, insisting).asks()).toMatchObject({ name: 'ui-not-seen', exitCode: 3 })
    given([...blind, granted], insisting).wants('CaptureUi 20261116-120000/capture-ui/0001/2')
    given([...blind, letStand('no display')], insisting).wants('SyncLane 20261116-120000/preflight/0001/1')
  })
  it('a browser that went away does not make what was found go away', () => {
    const found = [...clean, uiCaptured, reviewed(finding('High', 'Button off screen', null))]
    const blind = [...found, changed('v2'), checksPassed, reviewed(), uiNotCaptured('no-browser')]
    expect(given(blind, { ui }).asks().name).toBe('ui-not-seen')
    given([...blind, letStand('no display')], { ui }).wants('SyncLane 20261116-120000/preflight/0001/1')
  })
  it.each(['port-taken', 'command-missing'] as const)('%s stops the run and says what to do', (reason) =>
    expect(given([...clean, uiNotCaptured(reason)], { ui }).ends()).toMatchObject({
      exitCode: 1,
      resumable: true,
      next: 'mend it',
    }),
  )
  it.each(['not-ready', 'died', 'page-failed'] as const)('a product that is %s is a finding', (reason) =>
    given([...clean, uiNotCaptured(reason)], { ui }).wants('fixer 20261116-120000/fix/0001/1'),
  )
})

describe('a plan that is edited during the run', () => {
  const edited = [...proven, planRead('# 0001 Add sum and product\n')]
  it('pauses it with the difference', () => {
    const gate = given(edited).asks()
    const text = planDigest('# 0001 Add sum and product\n')
    expect(gate).toMatchObject({ name: 'plan-edited', exitCode: 3, digest: text })
    expect(gate.question).toContain(`as it is now (${shortDigest(text)})?`)
    expect(gate.detail).toContain('-# 0001 Add sum\n+# 0001 Add sum and product')
  })
  it('is followed as it is now when a person says so', () => {
    const went = given([...edited, granted])
    went.wants('reviewer 20261116-120000/review/0001/1')
    expect(went.envelope()).toContain('sum and product')
  })
  it('just before the merge sends the change back to review', () => {
    const late = [...proven, reviewed(), synced('v1'), planRead('# new\n')]
    expect(given(late).asks().name).toBe('plan-edited')
    given([...late, granted]).wants('reviewer 20261116-120000/review/0001/2')
  })
  it('and is gone is asked about, and followed as it was', () => {
    expect(given([...proven, planRead(null)]).asks().question).toContain('is gone')
    expect(given([...proven, planRead(null), granted]).envelope()).toContain('0001 Add sum')
  })
  describe('is not asked about twice', () => {
    const before = '# 0001 Add sum\n'
    const now = '# 0001 Add sum and product\n'
    const another = '# 0001 Add another\n'
    const late = [reviewed(), synced('v1')]
    const agreed = [...edited, granted, ...late]
    const asksAgain = (...events: Parameters<typeof given>[0]) =>
      given(events).decision.type === 'wait' ? given(events).asks().detail : null
    it.each([
      ['the plan that was agreed to', planRead(now)],
      ['an old copy on the base, and the agreed plan in the checkout', planRead(before, now)],
    ])('for %s', (_what, read) => expect(asksAgain(...agreed, read)).toBeNull())
    it.each([
      ['the old plan alone', planRead(before), '+# 0001 Add sum'],
      ['a third plan', planRead(now, another), '+# 0001 Add another'],
    ])('but for %s it is', (_what, read, shown) => expect(asksAgain(...agreed, read)).toContain(shown))
    it('for a file that is gone, also if another run completed the plan', () => {
      const gone = [...proven, planRead(null), granted, ...late]
      expect(asksAgain(...gone, planRead(null))).toBeNull()
      expect(asksAgain(...gone, planCompletedElsewhere)).toBeNull()
    })
    it('for a plan that git ignores, which is only in the checkout', () =>
      expect(asksAgain(...proven, planRead(null, before))).toBeNull())
  })
})

describe('DL-12 a plan that others completed on the base during the run', () => {
  const laneClosed = (state: DeliveryState, at: number) => {
    const decision = delivery.decide(state)
    if (decision.type === 'end') throw new Error(decision.end.reason)
    const [command] = decision.commands
    if (command?.type !== 'CloseLane') throw new Error(`wanted ${command?.type}`)
    return { type: 'LaneClosed', at, commandId: command.id, kept: 'it is not merged' } as const
  }
  it.each([
    ['before the review', [...proven, planCompletedElsewhere]],
    ['just before the merge', [...proven, reviewed(), synced('v1'), planCompletedElsewhere]],
  ])('%s ends the run as done, says who did it, and merges nothing', (_when, events) => {
    given(events).wants('CloseLane 20261116-120000/close/0001/1')
    const ended = given([...events, laneClosed]).ends()
    expect(ended).toMatchObject({ outcome: 'done', exitCode: 0, resumable: false, next: 'harness doctor' })
    expect(ended.reason).toBe(
      'Plan 0001 was completed on main by others meanwhile: commit-their by Ada, “chore: complete plan 0001”, moved it to done/0001-sum.md. Nothing of this run was merged. By hand: 0001. Its lane was kept: it is not merged',
    )
  })
  it('also where only a phase was asked for', () => {
    const { state } = given(proven)
    if (state.phase !== 'review') throw new Error(state.phase)
    const reading = toPlan({ ...state, until: 'review' }, state.lane, 'review')
    const told = delivery.evolve(reading, planCompletedElsewhere(reading, 0))
    expect(delivery.decide(told)).toMatchObject({ commands: [{ type: 'CloseLane' }] })
  })
  it('names a pull request that is still open', () => {
    const opened = [...proven, reviewed(), synced('v1'), pullWritten, pullOpened, ciReported('passed')]
    const moved = [...opened, reviewed(), mergeRefused('base-moved'), synced('v1', 'base2')]
    const ended = given([...moved, planCompletedElsewhere, laneClosed], { forge: github }).ends()
    expect(ended.reason).toMatch(/Its pull request is still open: http/)
  })
})

describe('DL-21 a need', () => {
  const credential = {
    kind: 'credential',
    what: 'a token for the shop',
    why: 'to sign in',
    how: 'put it in .env',
  } as const
  it('of a kind only a person can give pauses the run and says what, why, how and what waits', () => {
    const gate = given([laneOpened, needs(credential)]).asks()
    expect(gate).toMatchObject({ name: 'need-credential', exitCode: 3 })
    for (const part of ['a token for the shop', 'to sign in', 'put it in .env', 'plan 0001'])
      expect(gate.detail).toContain(part)
  })
  it('answered, goes on from the work done so far with the answer', () => {
    const went = given([laneOpened, needs(credential, 'half'), grantedWith('it is there now')])
    went.wants('implementer 20261116-120000/implement/0001/2')
    expect(went.command()).toMatchObject({ startCommit: 'commit-half' })
    expect(went.envelope()).toContain('it is there now')
    const silent = given([laneOpened, needs(credential, 'half'), granted])
    expect(silent.envelope()).toContain('a token for the shop”:\n> It is given: go on.')
  })
  it.each([
    { ...credential, kind: null },
    { ...credential, kind: 'judgment' as const, why: '' },
  ])('that the agent could settle itself is sent back with that answer', (need) => {
    const again = given([laneOpened, needs(need)])
    again.wants('implementer 20261116-120000/implement/0001/2')
    expect(again.envelope()).toContain('decide it yourself')
    expect(given([laneOpened, needs(need), needs(need), needs(need)]).asks().name).toMatch(/^need-/)
  })
})

describe('a change that does what only the plan may call for', () => {
  const removed = [{ kind: 'rules-edited', file: 'test/sum.test.js', detail: 'deleted' }] as const
  it('goes back to the fixer before any check counts', () => {
    const fixing = given([laneOpened, changed('v1', removed)])
    fixing.wants('fixer 20261116-120000/fix/0001/1')
    expect(fixing.envelope()).toContain('test/sum.test.js')
    given([laneOpened, changed('v1', removed), changed('v2')]).wants(
      'RunChecks 20261116-120000/checks/0001/1',
    )
  })
  it('is left alone where the plan names the file', () => {
    const plan = { ...given([]).state.input.plan, text: '# 0001\nRemove test/sum.test.js\n' }
    given([laneOpened, changed('v1', removed)], { plan }).wants('RunChecks 20261116-120000/checks/0001/1')
  })
  it('that the fixer leaves as it is is a person’s decision at once', () => {
    const left = [laneOpened, changed('v1', removed), changedNothing]
    expect(given(left).asks().name).toBe('suspicious-change')
    given([...left, granted]).wants('fixer 20261116-120000/fix/0001/2')
    given([...left, letStand('obsolete')]).wants('RunChecks 20261116-120000/checks/0001/1')
  })
  it('and gets worse after a person let it stand is asked about again', () => {
    const worse = [{ ...removed[0], detail: 'all of it deleted' }]
    const stands = [laneOpened, changed('v1', removed), changedNothing, letStand('obsolete'), checksFailed]
    given([...stands, changed('v2', removed)]).wants('RunChecks 20261116-120000/checks/0001/2')
    given([...stands, changed('v2', worse)]).wants('fixer 20261116-120000/fix/0001/3')
  })
  it('that stays is a person’s decision, once', () => {
    const stays = [laneOpened, changed('v1', removed), changed('v2', removed), changed('v3', removed)]
    expect(given(stays).asks().name).toBe('suspicious-change')
    given([...stays, granted]).wants('fixer 20261116-120000/fix/0001/3')
    given([...stays, letStand('obsolete')]).wants('RunChecks 20261116-120000/checks/0001/1')
    given([...stays, letStand('obsolete'), checksFailed, changed('v4', removed)]).wants(
      'RunChecks 20261116-120000/checks/0001/2',
    )
  })
})

describe('TR-05 a change that executes fewer tests than the base', () => {
  const fewer = [laneOpened, changed('v1'), checksCount(2, 3)]
  const called = {
    plan: { ...given([]).state.input.plan, text: '# 0001\nRemove the tests of the old sum.\n' },
  }
  it('is judged by the plan', () => {
    const judging = given(fewer, called)
    judging.wants('test-judge 20261116-120000/judge-tests/checks-0001-1/1')
    expect(judging.envelope()).toContain('Remove the tests of the old sum.')
    const justified = ruled(true, 'Remove the tests of the old sum')
    given([...fewer, justified], called).wants('reviewer 20261116-120000/review/0001/1')
  })
  it('goes to the fixer like a failing check, and on once the tests are back', () => {
    const fixing = given([...fewer, ruled(false)])
    fixing.wants('fixer 20261116-120000/fix/0001/1')
    expect(fixing.envelope()).toContain('it executes 1 test fewer than on the base')
    expect(fixing.envelope()).toContain('The test judge: Nothing asks for it.')
    const fixed = [...fewer, ruled(false), changed('v2'), checksCount(3, 3)]
    given(fixed).wants('reviewer 20261116-120000/review/0001/1')
  })
  it('is charged and warned of like every call', () => {
    const low = { ceilingTokens: 150, spentBeforeTokens: 60, planTokens: 90, hard: false }
    const { state } = given([...fewer, ruled(false)], { budget: low })
    expect(state.spent.calls).toBe(2)
    expect(state.warnings).toContain('plan_over_budget')
  })
  const stays = [1, 2].flatMap((n) => [changed(`v${n}`), checksCount(2, 3), ruled(false)])
  it('is a person’s decision after two fixes, and stands in report and pull request', () => {
    const asked = [laneOpened, ...stays, changed('v3'), checksCount(2, 3), ruled(false)]
    expect(given(asked).asks().name).toBe('tests-weakened')
    const stands = given([...asked, letStand('They are slow.')])
    stands.wants('reviewer 20261116-120000/review/0001/1')
    const merged = [reviewed(), synced('v3'), pullWritten]
    const pulled = given([...asked, letStand('They are slow.'), ...merged], { forge: github })
    expect(pulled.command()).toMatchObject({
      type: 'OpenPull',
      body: expect.stringContaining('Let stand by ada at 1970-01-01T00:00:11.000Z: They are slow.'),
    })
  })
  it('counts for the end-to-end tests too', () => {
    const clean = [...proven, reviewed(), checksCount(2, 3)]
    given(clean, { e2e }).wants('test-judge 20261116-120000/judge-tests/e2e-verify-0001-1/1')
    given([...clean, ruled(false)], { e2e }).wants('fixer 20261116-120000/fix/0001/1')
  })
  it('is told in the report, and so is an unknown number', () => {
    const { state } = given([laneOpened, changed('v1'), checksCount(4, 3)])
    expect(deliveryReport(state, '')).toContain('4 tests executed, 3 on the base')
    expect(deliveryReport(given(proven).state, '')).toContain('number of tests unknown')
  })
})

describe('a base that was rewritten', () => {
  const rewritten = [...proven, reviewed(), baseRewritten]
  it('is a person’s decision, and is then taken in', () => {
    expect(given(rewritten).asks()).toMatchObject({ name: 'base-rewritten', exitCode: 3 })
    expect(given([...rewritten, granted]).command()).toMatchObject({
      type: 'SyncLane',
      baseCommit: 'commit-rewritten',
    })
  })
})
