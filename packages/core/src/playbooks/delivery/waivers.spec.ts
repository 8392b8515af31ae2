import { describe, expect, it } from 'vitest'
import type { Finding } from '../../kernel/finding.ts'
import { finding } from '../../test-support/outcomes.ts'
import { deliveryReport } from './report.ts'
import { changed, changedNothing, pullWritten, reviewed, reviewedAndEdited } from './test-support/answers.ts'
import { given } from './test-support/given.ts'
import {
  checksFailed,
  checksPassed,
  ciReported,
  granted,
  laneOpened,
  letStand,
  mergeRefused,
  pullOpened,
  refused,
  synced,
  uiCaptured,
  uiNotCaptured,
} from './test-support/happenings.ts'
import { e2e, github, ui } from './test-support/sample-input.ts'

const review = { maxPasses: 1, ratchetFromPass: 3 }
const wrong: Finding = { ...finding('High', 'Sum of nothing is not zero', 'src/sum.js'), line: 3 }
const other = finding('High', 'No tests', 'test/sum.test.js')
const proven = [laneOpened, changed('v1'), checksPassed]
const stuck = [...proven, reviewed(wrong)]
const stands = letStand('It is zero by definition.')
const names = (...story: Parameters<typeof given>) =>
  given(...story)
    .asks()
    .choices.map(({ name }) => name)

describe('DL-43 DL-45 a review that does not converge', () => {
  it('offers another budget, letting it stand with words, and a refusal', () => {
    expect(names(stuck, { review })).toEqual(['grant', 'let-stand', 'refuse'])
    const [, third] = given(stuck, { review }).asks().choices
    expect(third).toMatchObject({ name: 'let-stand', words: 'required', waives: 'all' })
  })
  it('lets one of several findings stand, and asks about the others again', () => {
    const both = [...proven, reviewed(wrong, other)]
    expect(names(both, { review })).toEqual(['grant', 'let-stand', 'let-stand-1', 'let-stand-2', 'refuse'])
    const left = given([...both, letStand('It is zero.', 1)], { review })
    expect(left.state.waivers).toMatchObject([{ finding: wrong, why: 'It is zero.' }])
    expect(left.asks().detail).toContain('No tests')
    expect(left.asks().detail).not.toContain('Sum of nothing')
    expect(left.asks().choices.map(({ name }) => name)).toEqual(['grant', 'let-stand', 'refuse'])
    const fixing = given([...both, letStand('It is zero.', 1), granted], { review })
    fixing.wants('fixer 20261116-120000/fix/0001/1')
    expect(fixing.envelope()).not.toContain('Sum of nothing')
  })
  it('goes on to the next step once its findings are let stand', () => {
    given([...stuck, stands], { review }).wants('SyncLane 20261116-120000/preflight/0001/1')
    given([...stuck, stands], { review, ui }).wants('CaptureUi 20261116-120000/capture-ui/0001/1')
    given([...stuck, stands], { review, e2e }).wants('RunChecks 20261116-120000/e2e-verify/0001/1')
    given([...stuck, stands, synced('v1')], { review }).wants('MergeLane 20261116-120000/merge/0001/1')
  })
  it('records who let which finding stand, when and why, and tells it in the report', () => {
    const { state } = given([...stuck, stands], { review })
    expect(state.waivers).toEqual([{ finding: wrong, by: 'ada', at: 5000, why: 'It is zero by definition.' }])
    expect(deliveryReport(state, 'Merged.')).toContain(
      'Let stand by ada at 1970-01-01T00:00:05.000Z: It is zero by definition.',
    )
    expect(deliveryReport(state, 'Merged.')).not.toContain('Follow-ups')
  })
  it('keeps a waiver if the reviewer raises the same finding again, in other detail or words', () => {
    const again = [
      ...stuck,
      stands,
      synced('v2', 'base2'),
      checksFailed,
      changed('v3'),
      checksPassed,
      granted,
    ]
    const raised = (one: Finding) => given([...again, reviewed(one)], { review })
    raised(wrong).wants('SyncLane 20261116-120000/preflight/0001/2')
    raised({ ...wrong, detail: 'Really.' }).wants('SyncLane 20261116-120000/preflight/0001/2')
    raised({ ...wrong, title: 'The sum of nothing is not zero' }).wants(
      'SyncLane 20261116-120000/preflight/0001/2',
    )
    expect(raised(wrong).state.waivers).toHaveLength(1)
    expect(raised(other).asks().name).toBe('review-not-converged')
  })
  it('stops for a new finding near one that was let stand', () => {
    const near = { ...finding('Medium', 'Leaks a handle', 'src/sum.js'), line: 4 }
    const again = [
      ...stuck,
      stands,
      synced('v2', 'base2'),
      checksFailed,
      changed('v3'),
      checksPassed,
      granted,
    ]
    expect(given([...again, reviewed(near)], { review }).asks().detail).toContain('Leaks a handle')
  })
  it('tells reviewers what stands, and never the fixer', () => {
    const fixing = [...stuck, stands, synced('v2', 'base2'), checksFailed]
    expect(given(fixing, { review }).envelope()).not.toContain('Sum of nothing')
    const reviewing = given([...fixing, changed('v3'), checksPassed, granted], { review })
    expect(reviewing.envelope()).toContain('Findings a person let stand')
    expect(reviewing.envelope()).toContain('It is zero by definition.')
  })
  it('goes on without a review of the latest fix if the person lets that stand', () => {
    const unreviewed = [
      ...proven,
      reviewed(),
      synced('v2', 'base2'),
      checksFailed,
      changed('v3'),
      checksPassed,
    ]
    expect(names(unreviewed, { review })).toContain('let-stand')
    const went = given([...unreviewed, stands], { review })
    went.wants('SyncLane 20261116-120000/preflight/0001/2')
    expect(went.state.waivers).toMatchObject([{ finding: { title: 'The latest fix was not reviewed' } }])
  })
})

describe('DL-45 what cannot be let stand', () => {
  it('failing checks, of the repository, end to end and of the forge', () => {
    const failing = [...Array(4)].flatMap((_, n) => [changed(`v${n}`), checksFailed])
    expect(names([laneOpened, ...failing])).toEqual(['grant', 'check-again', 'refuse'])
    expect(names([...proven, reviewed(), checksFailed], { review, e2e })).toEqual(['grant', 'refuse'])
    const pulled = [...proven, reviewed(), synced('v1'), pullWritten, pullOpened, ciReported('failed')]
    expect(names(pulled, { review, forge: github })).toEqual(['grant', 'refuse'])
  })
  it('a void verdict', () => {
    const edits = reviewedAndEdited('src/sum.js')
    expect(names([...proven, edits, edits])).toEqual(['grant', 'refuse'])
  })
  it('an answer that the gate does not offer changes nothing: the person is asked again', () => {
    const nothing = [laneOpened, changedNothing, changedNothing]
    expect(given([...nothing, stands]).asks().name).toBe('nothing-changed')
  })
})

describe('DL-45 what else can be let stand', () => {
  it('findings that fixes keep bringing back; what the person did not see goes on to the fixer', () => {
    const back = (n: number) => [
      changed(`a${n}`),
      checksPassed,
      reviewed(other),
      changed(`b${n}`),
      checksPassed,
    ]
    const circles = [...stuck, ...back(1), reviewed(wrong), ...back(2)]
    const long = { review: { maxPasses: 9, ratchetFromPass: 9 } }
    const one = given([...circles, reviewed(wrong)], long)
    expect(one.asks().name).toBe('review-oscillates')
    given([...circles, reviewed(wrong), stands], long).wants('SyncLane 20261116-120000/preflight/0001/1')
    const two = given([...circles, reviewed(wrong, finding('High', 'Third', 'a.js')), stands], long)
    two.wants('fixer 20261116-120000/fix/0001/5')
    expect(two.envelope()).toContain('Third')
    expect(two.envelope()).not.toContain('- [High] Sum of nothing')
  })
  it('a suspicion', () => {
    const removed = [{ kind: 'rules-edited', file: 'test/sum.test.js', detail: 'deleted' }] as const
    const left = [laneOpened, changed('v1', removed), changedNothing]
    expect(names(left)).toEqual(['grant', 'let-stand', 'refuse'])
    expect(given([...left, stands]).state.waivers).toMatchObject([
      { finding: { file: 'test/sum.test.js' }, by: 'ada' },
    ])
  })
  it('a user interface that this machine cannot show, once for the run', () => {
    const required = { ui: { ...ui, required: true } }
    const blind = [...proven, reviewed(), uiNotCaptured('no-browser')]
    expect(names(blind, required)).toEqual(['grant', 'let-stand', 'refuse'])
    const again = [...blind, stands, synced('v2', 'base2'), checksFailed, changed('v3'), checksPassed]
    given([...again, reviewed(), uiNotCaptured('no-browser')], required).wants(
      'SyncLane 20261116-120000/preflight/0001/2',
    )
  })
  it('a product that cannot be looked at', () => {
    const dead = [...proven, reviewed(), uiNotCaptured('died')]
    const went = [...dead, stands, synced('v2', 'base2'), checksFailed, changed('v3'), checksPassed, granted]
    given([...dead, stands], { review, ui }).wants('SyncLane 20261116-120000/preflight/0001/1')
    given([...went, reviewed(), uiNotCaptured('died')], { review, ui }).wants(
      'SyncLane 20261116-120000/preflight/0001/2',
    )
  })
  it('findings about the user interface', () =>
    given([...proven, reviewed(), uiCaptured, reviewed(other), stands], { review, ui }).wants(
      'SyncLane 20261116-120000/preflight/0001/1',
    ))
  it('findings of the merge check: the pull request tells of them, and it is not asked again', () => {
    const pulled = [...proven, reviewed(), synced('v1'), pullWritten, pullOpened, ciReported('passed')]
    const found = [...pulled, reviewed(wrong), stands]
    const forge = { review, forge: github }
    given(found, forge).wants('SyncLane 20261116-120000/preflight/0001/2')
    const told = given([...found, synced('v1')], forge).command()
    expect(told).toMatchObject({ type: 'OpenPull', pull: 7, body: expect.stringContaining('## Waivers') })
    const passed = [...found, synced('v1'), pullOpened, ciReported('passed')]
    given(passed, forge).wants('MergePull 20261116-120000/merge/0001/1')
    const moved = [...found, synced('v2', 'base2'), checksPassed, pullOpened, ciReported('passed')]
    given(moved, forge).wants('merge-checker 20261116-120000/merge-check/0001/2')
    given([...passed, mergeRefused('base-moved')], forge).wants('SyncLane 20261116-120000/preflight/0001/3')
  })
  it('and a refusal still ends the run', () =>
    expect(given([...stuck, refused('no')], { review }).ends().outcome).toBe('blocked'))
})
