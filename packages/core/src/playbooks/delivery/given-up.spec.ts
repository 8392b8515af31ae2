import { expect, it } from 'vitest'
import { earlierRuns } from './earlier-runs.ts'
import { evolve } from './evolve.ts'
import { givenUp } from './given-up.ts'
import { changed, reviewed } from './test-support/answers.ts'
import { given } from './test-support/given.ts'
import { checksPassed, laneOpened, merged, synced } from './test-support/happenings.ts'

it('DL-06 a resting run that is given up is blocked, and the next one hears why', () => {
  const { state } = given([laneOpened, changed('v1')])
  const end = givenUp(state, 'ada', 'the checks have changed')
  expect(end).toMatchObject({
    outcome: 'blocked',
    resumable: false,
    exitCode: 1,
    reason: 'Given up by ada: the checks have changed',
  })
  const after = end === null ? state : evolve(state, { type: 'RunEnded', at: 9, end })
  expect(after).toMatchObject({ phase: 'blocked', hurdle: null })
  expect(earlierRuns(after)).toMatchObject([{ why: 'Given up by ada: the checks have changed' }])
})

it('DL-06 what is merged is not given up', () =>
  expect(
    givenUp(
      given([laneOpened, changed('v1'), checksPassed, reviewed(), synced('v1'), merged]).state,
      'ada',
      'no',
    ),
  ).toBeNull())
