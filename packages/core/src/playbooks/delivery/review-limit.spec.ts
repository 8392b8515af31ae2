import { describe, expect, it } from 'vitest'
import { changed, reviewed } from './test-support/answers.ts'
import { given } from './test-support/given.ts'
import { checksFailed, checksPassed, granted, laneOpened, synced } from './test-support/happenings.ts'

describe('DL-06 no review passes beyond agent.maxReviewPasses', () => {
  const review = { maxPasses: 1, ratchetFromPass: 3 }
  const fixedAfterPreflight = [
    laneOpened,
    changed('v1'),
    checksPassed,
    reviewed(),
    synced('v1+base', 'base2'),
    checksFailed,
    changed('v2'),
    checksPassed,
  ]

  it('a fix that the base made necessary after the last pass is a person’s decision', () => {
    expect(given(fixedAfterPreflight, { review }).asks()).toMatchObject({
      name: 'review-not-converged',
      exitCode: 3,
    })
  })
  it('is reviewed when the person grants more passes', () =>
    given([...fixedAfterPreflight, granted], { review }).wants('reviewer 20261116-120000/review/0001/2'))
  it('is reviewed without asking while passes are left', () =>
    given(fixedAfterPreflight).wants('reviewer 20261116-120000/review/0001/2'))
})
