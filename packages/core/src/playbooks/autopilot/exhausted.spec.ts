import { describe, expect, it } from 'vitest'
import { given } from './test-support/given.ts'
import { answers, blocked, gaveUp, type Told } from './test-support/happenings.ts'
import { specOf } from './test-support/plain-input.ts'

describe('AP-09 after the last retry a person decides', () => {
  const exhausted = gaveUp()
  const decides = (choice: string, ...more: readonly Told[]) =>
    given({}, ...exhausted, answers('attempts-exhausted', choice), ...more)

  it('is told every error and where the work is', () => {
    const gate = given({}, ...exhausted)
      .rest()
      .gate()
    expect(gate.question).toBe('Phase 1: Core Scanner, task 1 (Walk) failed after 3 retries. What now?')
    expect(gate.detail).toBe(
      [
        'First attempt: first error',
        'Retry 1: second error',
        'Retry 2: third error',
        'Retry 3: fourth error',
        'It is recorded in .harness/failures.md. To fix it by hand, work in /lane, then answer "continue".',
      ].join('\n'),
    )
  })

  it('fix manually and continue: what is in the lane is committed, and the next task begins', () => {
    const story = decides('continue')
    expect(story.wanted()).toMatchObject([
      {
        type: 'CommitLane',
        takesFiles: true,
        message: '[autopilot] Phase 1: Core Scanner, task 1 (Walk): fixed by hand',
      },
    ])
    const next = decides('continue', blocked('other', 'execute/phase-1-task-2'))
    expect(next.state().work.done).toMatchObject([{ id: '1' }])
    expect(next.slice('execute/phase-1-task-2', 'Retry')).toContain('This is retry 1 of 3.')
  })

  it('revise plan: the planner is told what failed', () => {
    const story = decides('revise')
    story.wants('planner plan/phase-1/2')
    expect(story.slice('planner', 'What the person wants otherwise')).toContain('fourth error')
  })

  it('revise plan: the person sees the plan again, also if its text is the approved one', () =>
    expect(decides('revise').rest().asks()).toBe('approve-plan: yes, revise, skip-phase, stop'))

  it('skip phase: the lane is put back, and the next phase begins', () => {
    const story = decides('skip-phase')
    expect(story.state().phases[0]?.status).toBe('skipped')
    expect(story.state().lane).toMatchObject({ commit: 'base', tree: 'tree-base' })
    expect(story.rest().order()).toContain('task-executor execute/phase-2-task-1')
  })

  it('the commit of the recovery changes no file', () => {
    const { lane } = given({}, ...exhausted)
      .rest()
      .state()
    expect(lane).toMatchObject({ commit: 'commit-5', tree: 'tree-base' })
  })

  const twice = (how: readonly Told[]) =>
    given({}, ...exhausted, ...how, ...exhausted)
      .rest()
      .gate().detail
  const suggestion =
    'Two phases in a row ran out of attempts. Look at docs/changes/scanner/proposal.md: the spec itself may be wrong.'

  it('two phases failed in a row, the first skipped: a review of the spec is suggested', () =>
    expect(twice([answers('attempts-exhausted', 'skip-phase')])).toContain(suggestion))

  it('two phases failed in a row, the first fixed by hand: a review of the spec is suggested', () =>
    expect(twice([answers('attempts-exhausted', 'continue'), answers('continue', 'yes')])).toContain(
      suggestion,
    ))

  it('two tasks of one phase are not two phases', () => {
    const story = decides('continue', ...gaveUp('execute/phase-1-task-2')).rest()
    expect(story.gate().detail).not.toContain('Two phases')
  })

  it('a phase in between that went well ends the row', () => {
    const goOn = answers('continue', 'yes')
    const story = given(
      { spec: specOf('low', 'low', 'low') },
      ...exhausted,
      answers('attempts-exhausted', 'continue'),
      goOn,
      goOn,
      ...gaveUp('execute/phase-3-task-1'),
    ).rest()
    expect(story.gate().detail).not.toContain('Two phases')
  })
})
