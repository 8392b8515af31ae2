import { describe, expect, it } from 'vitest'
import { changed, reviewed } from './test-support/answers.ts'
import { given } from './test-support/given.ts'
import type { Happening } from './test-support/happening.ts'
import {
  answersDoubt,
  checksPassed,
  commandFailed,
  interrupted,
  laneClosed,
  laneOpened,
  planCompletedElsewhere,
  planRead,
  resumed,
  synced,
} from './test-support/happenings.ts'
import { input } from './test-support/sample-input.ts'

const proven = [laneOpened, changed('v1'), checksPassed]
const unconfined = (happenings: readonly Happening[], told = {}) => given(happenings, told, false)
/** The plan was put there by another commit. */
const completedAgain = planRead(null, null, {
  commit: 'commit-other' as never,
  author: 'Bob',
  subject: 'Move it',
})
const lookFails = Object.assign(commandFailed('no-base'), { isEdit: true })
const untouched = planRead(input.plan.text)

describe('TR-07 a plan that others put into its completed place', () => {
  it('is a person’s word in a confined run, and is listed as by hand', () => {
    const ended = given([...proven, planCompletedElsewhere, laneClosed]).ends()
    expect(ended).toMatchObject({ outcome: 'done', reason: expect.stringMatching(/ By hand: 0001\.$/) })
    expect(ended.report).toMatch(/## By hand\s+- 0001/)
  })
  it('is a person’s word in an unconfined run that stood still meanwhile', () => {
    const paused = [laneOpened, changed('v1'), checksPassed, untouched]
    expect(unconfined(paused, { until: 'implement' }).ends().outcome).toBe('paused')
    unconfined([...paused, resumed(), planCompletedElsewhere], { until: 'implement' }).wants(
      'CloseLane 20261116-120000/close/0001/1',
    )
  })
  it('is not by hand if the run completed it', () => {
    expect(given(proven).state.vouched).toEqual([])
  })
})

describe('TR-07 in an unconfined run a plan that is completed while an agent or a check works', () => {
  const asked = [...proven, planCompletedElsewhere]

  it.each([
    ['before the review', asked],
    ['just before the merge', [...proven, reviewed(), synced('v1'), planCompletedElsewhere]],
    [
      'while the run was stopped in an agent’s turn',
      [laneOpened, interrupted(1), resumed(), changed('v1'), checksPassed, planCompletedElsewhere],
    ],
  ])('stops the run: %s', (_when, story) => {
    expect(unconfined(story).asks()).toMatchObject({
      name: 'done-without-record',
      digest: 'commit-theirs',
      exitCode: 3,
      choices: [
        { name: 'by-hand', words: 'required' },
        { name: 'put-back', words: 'optional' },
      ],
    })
    expect(unconfined(story).asks().detail).toContain('by Ada')
  })

  it('counts once a person says that it was done by hand, and is listed with who and why', () => {
    const vouched = [...asked, answersDoubt('by-hand', 'I did it')]
    const ended = unconfined([...vouched, planCompletedElsewhere, laneClosed]).ends()
    expect(ended).toMatchObject({
      outcome: 'done',
      reason: expect.stringMatching(/ By hand: 0001 \(ada: I did it\)\.$/),
    })
    expect(ended.report).toMatch(/## By hand\s+- 0001 \(ada: I did it\)/)
  })

  it('is asked about again if another commit put it there when the answer comes', () =>
    expect(unconfined([...asked, answersDoubt('by-hand', 'x'), completedAgain]).asks().digest).toBe(
      'commit-other',
    ))

  it('is delivered if a person puts it back, whether the file came back or not', () => {
    const back = [...asked, answersDoubt('put-back')]
    for (const file of [planCompletedElsewhere, untouched])
      unconfined([...back, file]).wants('reviewer 20261116-120000/review/0001/1')
  })

  it('is named by every other end, and asked about when the run is resumed', () => {
    const stopped = [laneOpened, commandFailed('no-disk')]
    unconfined(stopped.slice(0, 2)).wants('end 1')
    const told = unconfined([...stopped, planCompletedElsewhere])
    expect(told.ends().reason).toMatch(/^no-disk.* The run has no record that plan 0001 is completed: .*Ada/)
    const again = [...stopped, planCompletedElsewhere, resumed(), changed('v1'), checksPassed]
    expect(unconfined([...again, planCompletedElsewhere]).asks().name).toBe('done-without-record')
  })

  it('is looked for once before an end, also if the look fails', () => {
    const stopped = [laneOpened, commandFailed('no-disk'), lookFails]
    expect(unconfined(stopped).ends()).toMatchObject({
      reason: expect.stringContaining('the plan could not be read'),
    })
  })
})
