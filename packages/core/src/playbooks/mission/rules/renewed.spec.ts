/** What a person's grant or a fresh start gives again, and what a spent cap leaves out. */
import { describe, expect, it } from 'vitest'
import { resumes, timerFires } from '../../../test-support/story.ts'
import { given } from '../test-support/given.ts'
import {
  answersGate,
  curates,
  done,
  ends,
  fails,
  type Happening,
  passes,
  refutes,
  smokes,
  works,
} from '../test-support/happenings.ts'
import { planned } from '../test-support/shelf.ts'

const one = planned('F-001')
const cap = (usd: number) => ({ caps: { usd, tokens: null, warnAt: 0.8 } })

describe('MI-04 iterations that are used up', () =>
  it('are given once more by a resume, and not without end', () => {
    const failing = [works('F-001'), refutes('F-001')]
    const story = given(one, [...failing, ends, resumes, ...failing], { maxIterations: 2 })
    expect(story.ends()).toMatchObject({ exitCode: 5, reason: '4 iterations are used up.' })
  }))

describe('MI-11 a cap', () => {
  const near = 'The cost cap is near.'
  const notesAfter = (...more: readonly Happening[]) =>
    given(
      planned('F-001', 'F-002'),
      [works('F-001', { usd: 8.5 }), passes('F-001', { usd: 2 }), ...more],
      cap(10),
    ).notes.filter((note) => note === near)
  it('that is granted again is warned of again', () => {
    expect(notesAfter(answersGate('grant'))).toHaveLength(1)
    expect(notesAfter(answersGate('grant'), works('F-002', { usd: 6 }))).toHaveLength(2)
  })
  it('that is reached asks at once: no curator is wanted, and none is missed', () => {
    const story = given(one, [works('F-001', { usd: 9 })], cap(9))
    story.wants('AskHuman gate/escalation/1')
    expect(story.notes).not.toContainEqual(expect.stringContaining('not curated'))
  })
  it('that the last touches reach leaves them out, and the mission is done', () => {
    // Worker, validator, documenter and a curator that fails cost a cent each. The run does not wait to call it again.
    for (const kind of ['network', 'rate_limit', 'unknown', 'auth'] as const) {
      const story = given(one, [...done('F-001'), fails('curator', null, kind)], cap(0.035))
      expect(story.ends(), kind).toMatchObject({ exitCode: 0 })
      expect(story.notes).toContain('The memory was not curated: the cost cap is reached.')
    }
  })
  it('that is not reached has a curator that fails called again', () => {
    const story = given(one, [...done('F-001'), fails('curator', null, 'network'), timerFires], cap(9))
    story.wants('curator curate/mission/2')
  })
})

describe('MI-05 smoke tests that failed three times', () =>
  it('are counted anew once a person has said how it goes on', () => {
    const smoke = { onDone: true, onFeaturePass: false, startup: null, urls: [] }
    const failing = (nth: number) => [smokes(false), ...done(`F-FIX-00${nth}`)]
    const story = given(
      one,
      [
        ...done('F-001'),
        ...[1, 2].flatMap(failing),
        smokes(false),
        curates(),
        answersGate('grant'),
        ...done('F-FIX-003'),
        ...failing(4),
      ],
      { smoke },
    )
    story.wants('SmokeTest smoke/mission/5')
  }))
