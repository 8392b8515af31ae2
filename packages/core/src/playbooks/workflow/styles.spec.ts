import { describe, expect, it, test } from 'vitest'
import { given } from './test-support/given.ts'
import { answers, checks, edits, evaluates, resumes } from './test-support/happenings.ts'

const approve = answers('spec', 'proceed')
const roles = (story: ReturnType<typeof given>) =>
  story.calls.map(({ role }) => role.replace('workflow/', ''))

describe('WF-05 a run that is to rest after a step', () => {
  test.each([
    ['plan', [], 'harness workflow generate'],
    ['generate', [approve], 'harness workflow verify'],
    ['verify', [approve], 'harness workflow evaluate'],
    ['evaluate', [approve], 'harness resume'],
  ] as const)(
    'rests after %s with exit 8, says the next command, and goes on from there',
    (until, story, next) => {
      const rested = given({ until }, ...story).rest()
      expect(rested.ends()).toMatchObject({
        outcome: 'paused',
        exitCode: 8,
        resumable: true,
        next: next,
      })
      expect(rested.at()).toEqual({ phase: 'rest', done: until })
      const before = rested.calls.length
      const resumed = given({ until }, ...story, resumes(), ...(until === 'plan' ? [approve] : [])).rest()
      expect(resumed.asks()).toContain('commit')
      expect(resumed.state().until).toBeNull()
      expect(roles(resumed).slice(0, before)).toEqual(roles(rested))
      expect(new Set(roles(resumed)).size).toBe(4)
    },
  )

  it('generate after plan still shows the spec gate, then rests', () => {
    const gate = given({ until: 'plan' }, resumes('generate')).rest()
    expect(gate.asks()).toContain('spec')
    const story = given({ until: 'plan' }, resumes('generate'), approve).rest()
    expect(story.at()).toEqual({ phase: 'rest', done: 'generate' })
  })

  it('a step whose gate is answered in another process is still the last', () => {
    const story = given({ until: 'plan' }, resumes('generate'), resumes(), approve).rest()
    expect(story.at()).toEqual({ phase: 'rest', done: 'generate' })
    expect(story.state()).toMatchObject({ until: 'generate' })
  })

  it('a failed verify launches nobody, and shows its result', () => {
    const story = given({ until: 'verify' }, approve, checks('Build')).rest()
    expect(roles(story)).toEqual(['planner', 'generator', 'verifier'])
    expect(story.ends().reason).toContain('FAIL — build')
  })

  it('WF-11 the evaluation of what failed is for a person to allow', () => {
    const failed = [approve, checks('Build'), resumes('evaluate')]
    const asked = given({ until: 'verify' }, ...failed).rest()
    expect(roles(asked)).toEqual(['planner', 'generator', 'verifier'])
    expect(asked.asks()).toContain('verify')
    const story = given({ until: 'verify' }, ...failed, answers('verify', 'continue')).rest()
    expect(roles(story)).toEqual(['planner', 'generator', 'verifier', 'evaluator'])
    expect(story.at()).toEqual({ phase: 'rest', done: 'evaluate' })
  })

  it('a failed evaluation launches nobody before the run is resumed', () => {
    const rest = [approve, evaluates('FAIL L2 — AC1')]
    expect(
      roles(given({ until: 'evaluate' }, ...rest).rest()).filter((role) => role === 'generator'),
    ).toHaveLength(1)
    const story = given({ until: 'evaluate' }, ...rest, resumes()).rest()
    expect(roles(story).filter((role) => role === 'generator')).toHaveLength(2)
  })

  test.each([
    ['verify', 'verifier'],
    ['evaluate', 'evaluator'],
  ])('a step that was done is done again: %s', (step, role) => {
    const story = given({ until: step as 'verify' }, approve, resumes(step)).rest()
    expect(roles(story).filter((one) => one === role)).toHaveLength(2)
    expect(story.at()).toEqual({ phase: 'rest', done: step })
  })

  it('plan and generate that were done are done again', () => {
    expect(roles(given({ until: 'plan' }, resumes('plan')).rest())).toEqual(['planner', 'planner'])
    const again = given({ until: 'generate' }, approve, resumes('generate')).rest()
    expect(roles(again)).toEqual(['planner', 'generator', 'generator'])
  })
})

describe('WF-07 conventions', () => {
  const live = '.harness/conventions.md'
  const kept = 'docs/harness/sum/conventions.md'
  const lines = (count: number) => Array.from({ length: count }, (_, n) => `rule ${n}`).join('\n')
  const atOpen = (path: string, text: string) => edits(path, text, () => true)

  it('a rich CLAUDE.md of 50 lines is copied', () => {
    const story = given({ conventions: 'ask' }, atOpen('CLAUDE.md', lines(50))).rest()
    expect(story.files.get(live)).toBe(lines(50))
    expect(story.state().conventions).toBe(`file:${live}`)
    expect(story.said()).toContain('conventionsRich')
    expect(story.envelope('planner')).toContain('rule 49')
  })

  test.each([
    ['a sparse CLAUDE.md of 49 lines', [atOpen('CLAUDE.md', `${lines(49)}\n`)]],
    ['no CLAUDE.md', []],
  ])('%s is asked about', (_, story) => {
    expect(
      given({ conventions: 'ask' }, ...story)
        .rest()
        .asks(),
    ).toBe('conventions: scan, skip')
  })

  it('the conventions of a spec session come before CLAUDE.md', () => {
    const story = given({}, atOpen(kept, 'kept'), atOpen('CLAUDE.md', lines(60))).rest()
    expect(story.files.get(live)).toBe('kept')
    expect(story.said()).toContain('conventionsTaken')
  })

  it('skipped is kept in the state', () => {
    const story = given({ conventions: 'ask' }, answers('conventions', 'skip')).rest()
    expect(story.state()).toMatchObject({ conventions: 'skipped', conventionsText: '' })
    expect(story.asks()).toContain('spec')
  })

  it('a scan writes them', () => {
    const story = given({ conventions: 'ask' }, answers('conventions', 'scan')).rest()
    expect(story.files.get(live)).toBe('<scan/convention-scanner/1>')
    expect(story.said()).toContain('conventionsScanned')
  })
})
