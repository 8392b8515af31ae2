import { describe, expect, it } from 'vitest'
import { asCommitHash } from '../../kernel/ids.ts'
import {
  completionRefusedGate,
  mergeRefusedGate,
  notConvergedGate,
  passesUsedUpGate,
  planEditedGate,
  pushRejectedGate,
} from './gates.ts'
import type { DeliveryState } from './state.ts'

const stateAfter = (passes: number): DeliveryState =>
  ({
    findings: { passes, reviewed: null, tracked: [] },
    input: { review: { maxPasses: passes }, baseBranch: 'main' },
  }) as unknown as DeliveryState

const lane = { branch: 'task/0001-sum', commit: asCommitHash('c0ffee') }

describe('what a person is asked where trying again alone cannot succeed', () => {
  it('a branch that was not pushed is no refused merge', () => {
    const { name, question } = pushRejectedGate(lane.branch, 'x')
    expect(name).toBe('push-rejected')
    expect(question).toContain('task/0001-sum could not be pushed')
    expect(question).not.toContain('merge')
  })
  it('commits of others on the branch: what to do about them', () => {
    const { question, detail } = mergeRefusedGate('push-rejected', 'x', lane)
    expect(question).toContain('commits that were not checked')
    expect(detail).toContain('put task/0001-sum on the forge back to c0ffee')
  })
  it('files of the person’s own that are in the way: to commit them', () => {
    const { detail } = completionRefusedGate(asCommitHash('abc'), 'checkout-in-the-way', 'plan.md is changed')
    expect(detail).toContain('plan.md is changed\nCommit what you changed there')
    expect(completionRefusedGate(asCommitHash('abc'), 'push-rejected', 'rule').detail).toBe('rule')
  })
  it('a plan that is gone may have been delivered elsewhere', () =>
    expect(planEditedGate('plans/1.md', { text: null, digest: null, difference: '' }).question).toContain(
      'completed by another delivery of the plan',
    ))
  it('a forge that does not merge: whether to wait', () =>
    expect(mergeRefusedGate('not-merged-in-time', 'x', lane).question).toContain('Wait as long again?'))
})

describe('what a person is asked about the review', () => {
  it.each([
    [1, 'after 1 review pass. Spend another 1?', '1 review pass is used'],
    [5, 'after 5 review passes. Spend another 5?', '5 review passes are used'],
  ])('counts %i in words', (passes, blocking, used) => {
    expect(notConvergedGate(stateAfter(passes)).question).toContain(blocking)
    expect(passesUsedUpGate(stateAfter(passes)).question).toContain(used)
  })
  it.each([
    ['review', 'The review still has blocking findings'],
    ['ci', 'The forge’s own checks still fail'],
    ['merge-check', 'The merge check still has blocking findings'],
    ['review-ui', 'The review of the user interface still has'],
  ] as const)('says whose findings are in the way: %s', (source, expected) => {
    const state = stateAfter(5)
    const finding = { severity: 'High', title: 'x', detail: '', file: null, line: null }
    const tracked = [{ source, signature: 'x', finding, open: true, blocking: true, history: [] }]
    const asked = { ...state, findings: { ...state.findings, tracked } } as unknown as DeliveryState
    expect(notConvergedGate(asked).question).toContain(expected)
  })
})
