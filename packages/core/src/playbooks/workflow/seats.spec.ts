import { describe, expect, it } from 'vitest'
import { given } from './test-support/given.ts'
import { answers, ending, fails, resumes, says } from './test-support/happenings.ts'

const missing = (role: string) => says(role, { wrote: null })

describe('WF-01 what stops one of several agents', () => {
  it('a rate limit of one lets the others go on, and it is asked again after the wait', () => {
    const story = given({ mode: 'multi' }, fails('architect', 'rate_limit', 60_000))
    story.wants('OpenLane open/senior-developer/1', 'OpenLane open/qa-specialist/1', 'WakeAt wait/64200/1')
    story.rest()
    expect(story.log).toContain('architect proposals/architect/2')
    expect(story.asks()).toContain('spec')
  })

  it('a failed log-in stops the run after the others have ended, and resuming asks that one only', () => {
    const first = given({ mode: 'multi' }, fails('architect', 'auth'))
    expect(first.wanted()).toHaveLength(2)
    expect(first.rest().ends()).toMatchObject({ exitCode: 1, resumable: true })
    const story = given({ mode: 'multi' }, fails('architect', 'auth'), resumes()).rest()
    expect(story.log.filter((line) => line.includes('proposals/'))).toEqual([
      'architect proposals/architect/1',
      'senior-developer proposals/senior-developer/1',
      'qa-specialist proposals/qa-specialist/1',
      'architect proposals/architect/2',
    ])
    expect(story.asks()).toContain('spec')
  })

  it('an artifact that is missing is asked for once more, then the run halts with exit 4 and can be resumed', () => {
    const story = given({ mode: 'multi' }, missing('architect'), missing('architect')).rest()
    expect(story.ends()).toMatchObject({
      exitCode: 4,
      resumable: true,
      reason: 'noArtifact workflow/architect .harness/planner/proposal_architect.md',
    })
    const resumed = given({ mode: 'multi' }, missing('architect'), missing('architect'), resumes()).rest()
    expect(resumed.log).toContain('architect proposals/architect/3')
    expect(resumed.asks()).toContain('spec')
  })

  it('a command that fails for one stops the run only after the others have ended', () => {
    const fail = (type: 'RunAgent' | 'CloseLane') =>
      ending(
        type,
        ({ id }, at) => ({
          type: 'CommandFailed',
          at,
          commandId: id,
          code: 'x',
          detail: 'disk full',
          next: '',
        }),
        ({ id }) => id.includes('/architect/'),
      )
    for (const type of ['RunAgent', 'CloseLane'] as const) {
      const story = given({ mode: 'multi' }, fail(type))
      expect(story.wanted().length).toBeGreaterThan(0)
      expect(story.rest().ends()).toMatchObject({ exitCode: 1, reason: 'disk full', resumable: true })
      expect(given({ mode: 'multi' }, fail(type), resumes()).rest().asks()).toContain('spec')
    }
  })

  it('an empty artifact counts as missing', () =>
    expect(given({}, says('planner', { wrote: ' \n' })).log).toContain('planner plan/planner/2'))

  it('a line of another form is told, and the run goes on', () => {
    const story = given({}, says('planner', { line: 'All done!' })).rest()
    expect(story.said()).toContain('unparsedLine')
    expect(story.asks()).toContain('spec')
  })

  it('a writer of documents that changed other files is told, and its document counts', () => {
    const story = given({}, says('planner', { violation: { files: ['src/a.ts'], patch: 'p' } })).rest()
    expect(story.said()).toContain('strayed')
    expect(story.asks()).toContain('spec')
  })

  it('an agent that fails twice for no clear reason is put to a person, once the others rest', () => {
    const twice = [fails('architect', 'unknown'), fails('architect', 'unknown')]
    const story = given({ mode: 'multi' }, ...twice).rest()
    expect(story.asks()).toBe('agent-failing: grant, refuse')
    expect(
      given({ mode: 'multi' }, ...twice, answers('agent-failing', 'grant'))
        .rest()
        .asks(),
    ).toContain('spec')
    const refused = given({ mode: 'multi' }, ...twice, answers('agent-failing', 'refuse', 'no'))
    expect(refused.ends()).toMatchObject({ outcome: 'blocked', exitCode: 1, resumable: false })
  })

  it('WF-07 a scan without its file is asked about, and after two more it is skipped', () => {
    const scan = answers('conventions', 'scan')
    const again = answers('conventions-missing', 'retry')
    const none = missing('convention-scanner')
    expect(given({ conventions: 'ask' }, scan, none).asks()).toBe('conventions-missing: retry, skip')
    const story = given({ conventions: 'ask' }, scan, none, again, none, again, none).rest()
    expect(story.state().conventions).toBe('skipped')
    expect(story.asks()).toContain('spec')
  })

  it('WF-15 a merge that is refused pauses with the commit on its branch', () => {
    const refusal = ending('MergeLane', ({ id }, at) => ({
      type: 'MergeRefused',
      at,
      commandId: id,
      reason: 'conflict',
      detail: 'src/sum.ts',
    }))
    const story = given({ merge: true }, answers('spec', 'proceed'), answers('commit', 'code'), refusal)
    expect(story.ends()).toMatchObject({ exitCode: 1, resumable: true, reason: 'src/sum.ts' })
    expect(story.order()).not.toContain('CleanUp finish/clean')
  })

  it('WF-15 a clean-up that is refused is told, and the run still ends', () => {
    const refusal = ending('CleanUp', ({ id }, at) => ({
      type: 'CleanUpRefused',
      at,
      commandId: id,
      path: 'docs/harness/sum/',
      why: 'a link',
    }))
    const story = given({}, answers('spec', 'proceed'), answers('commit', 'code'), refusal).rest()
    expect(story.said()).toContain('cleanUpRefused')
    expect(story.ends().exitCode).toBe(0)
  })
})
