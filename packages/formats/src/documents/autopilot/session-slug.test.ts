import { describe, expect, it } from 'vitest'
import { oldStateFile, sessionDir, sessionFiles, sessionSlug } from './session-slug.ts'

describe('AP-01 the name of a session', () => {
  it.each([
    ['docs/changes/security-scanner/proposal.md', 'changes--security-scanner--proposal'],
    ['./docs//changes/./x/proposal.md', 'changes--x--proposal'],
    ['specs/v1.2/Search.MD', 'specs--v1--2--search'],
    ['docs/docs/a.md', 'docs--a'],
    ['spec', 'spec'],
    ['docs/my spec (2)_b.md', 'my-spec--2-_b'],
    ['docs\\changes\\x.md', 'changes--x'],
    ['.hidden/a.md', '--hidden--a'],
    ['a.md.md', 'a--md'],
  ])('AP-01 %s is called %s', (path, slug) => {
    expect(sessionSlug(path)).toBe(slug)
  })

  it('AP-01 a name is never empty, and none is a device', () => {
    for (const path of ['', '.', 'docs/.md', '日本.md', 'con.md', 'docs/aux.md'])
      expect(sessionSlug(path)).toMatch(/^spec-[0-9a-z]{7}$/)
    expect(sessionSlug('日本.md')).not.toBe(sessionSlug('中国.md'))
  })

  it('AP-01 a long name is cut, and two that differ at their ends stay two', () => {
    const [one, other] = ['a', 'b'].map((end) => sessionSlug(`docs/${'long/'.repeat(60)}${end}.md`))
    expect(one).toHaveLength(100)
    expect(one).not.toBe(other)
    expect(one).toBe(sessionSlug(`docs/${'long/'.repeat(60)}a.md`))
  })

  it('AP-01 every path becomes a safe name', () => {
    for (const path of ['../../etc/passwd', 'a\0b\n.md', '~$`"*?<>|:.md', 'ÄÖÜ x.md', '-rf.md'])
      expect(sessionSlug(path)).toMatch(/^[a-z0-9_-]{1,100}$/)
  })
})

it('AP-01 the files of a session are in its folder; version 1 had one file outside', () => {
  expect(sessionDir('x')).toBe('.harness/sessions/x/')
  const { review, scratchpad, ...files } = sessionFiles('x')
  expect(files).toEqual({
    state: '.harness/sessions/x/autopilot-state.json',
    tasks: '.harness/sessions/x/state.json',
    handoff: '.harness/sessions/x/handoff.json',
    summary: '.harness/sessions/x/summary.md',
    learnings: '.harness/sessions/x/learnings.md',
    phases: '.harness/sessions/x/phases.json',
  })
  expect(review(2)).toBe('.harness/sessions/x/phase-2-review.json')
  expect(scratchpad(2)).toBe('.harness/sessions/x/scratchpad/phase-2.md')
  expect(oldStateFile).toBe('.harness/autopilot-state.json')
})
