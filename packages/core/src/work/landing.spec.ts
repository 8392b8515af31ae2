import { describe, expect, it } from 'vitest'
import type { MergeRefused } from '../effects/merge-lane.ts'
import { exitCode } from '../kernel/exit-code.ts'
import type { Gate } from '../kernel/gate.ts'
import { grantOrRefuse } from '../kernel/gate-choices.ts'
import { agentRetries, type Hurdle } from '../kernel/hurdle.ts'
import { asCommitHash } from '../kernel/ids.ts'
import { type RetryBudget, retryBudget, spendRetry } from '../kernel/retry-budget.ts'
import { noConflictMarks } from './conflict-marks.ts'
import { landingChecks, mergeAgain } from './landing.ts'

const check = { name: 'test', run: 'npm test', timeoutMs: 1000, claims: [] }
const gate: Gate = {
  name: 'merge-refused',
  question: 'Try again?',
  detail: '',
  choices: grantOrRefuse({ onGrant: 'it is tried again', onRefuse: 'the run ends' }),
  digest: null,
  exitCode: exitCode.escalated,
}
const racing = (mergeRace: RetryBudget) => ({
  retries: { ...agentRetries, mergeRace },
  hurdle: null as Hurdle | null,
})

describe('what must hold before a merge', () => {
  it('is the checks', () => expect(landingChecks([check], null)).toEqual([check]))

  it('is no conflict mark either, after a conflict', () =>
    expect(landingChecks([check], asCommitHash('b1'))).toEqual([check, noConflictMarks('b1')]))
})

describe('a refused merge', () => {
  it.each<MergeRefused['reason']>(['base-moved', 'conflict', 'checks-failed'])(
    'is tried again if the base was in the way: %s',
    (reason) =>
      expect(mergeAgain(racing(retryBudget(1)), reason, gate)).toEqual(racing(spendRetry(retryBudget(1)))),
  )

  it.each<MergeRefused['reason']>([
    'checkout-in-the-way',
    'tree-differs',
    'push-rejected',
    'not-mergeable',
    'not-merged-in-time',
  ])('is put to a person if the base was not: %s', (reason) =>
    expect(mergeAgain(racing(retryBudget(1)), reason, gate)).toEqual({
      ...racing(retryBudget(1)),
      hurdle: { type: 'gate', gate },
    }),
  )

  it('is put to a person if the tries are used up', () => {
    const used = racing(spendRetry(retryBudget(1)))
    expect(mergeAgain(used, 'base-moved', gate)).toEqual({ ...used, hurdle: { type: 'gate', gate } })
  })
})
