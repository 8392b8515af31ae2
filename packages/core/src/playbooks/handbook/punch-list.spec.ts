import { describe, expect, it } from 'vitest'
import type { Finding } from '../../kernel/finding.ts'
import { finding } from '../../test-support/outcomes.ts'
import type { IssueAnswer } from './answers.ts'
import { judgedIssues } from './punch-list.ts'
import { endReports } from './report.ts'
import { given } from './test-support/given.ts'
import {
  answers,
  checksPass,
  concludes,
  done,
  finds,
  type Happening,
  prose,
  sets,
} from './test-support/happenings.ts'
import { documents, prompt } from './test-support/shelf.ts'

const anchored = (...paths: readonly string[]) => ({
  anchors: { paths, productRules: [], designRules: [] },
})
const issue = finding('High', 'Contrast is too low', 'src/a/b.css')
const shelf = documents([
  prompt('1.1', 'critique', anchored('src/a')),
  prompt('3.1', 'polish', anchored('src')),
])

const fatesAfter = (last: Happening, found: Finding = issue, changed = 'src/a/b.css') =>
  judgedIssues(given(shelf, [finds('1.1', found), ...done('3.1', changed), last]).state).map(
    ({ fate }) => fate,
  )
const says = (status: IssueAnswer['status']): Happening => concludes([], { '1.1-1': status })

describe('HB-51 each issue of Phase 1 has the word that evidence supports', () => {
  it('changed and no longer seen: a prompt changed its file, and the final critique does not see it', () =>
    expect(fatesAfter(says('no longer seen'))).toEqual(['changed and no longer seen']))
  it('not changed: no prompt changed its file, whatever the final critique says', () =>
    expect(fatesAfter(says('no longer seen'), issue, 'src/a/other.css')).toEqual(['not changed']))
  it('not looked at: the final critique does not answer, answers for others, or says so', () => {
    expect(fatesAfter(concludes([]))).toEqual(['not looked at'])
    expect(fatesAfter(concludes([], { '1.1-2': 'no longer seen' }))).toEqual(['not looked at'])
    expect(fatesAfter(says('not looked at'))).toEqual(['not looked at'])
  })
  it('still there: the final critique says so, or names it among its findings', () => {
    expect(fatesAfter(says('still there'))).toEqual(['still there'])
    expect(fatesAfter(concludes([issue], { '1.1-1': 'no longer seen' }))).toEqual(['still there'])
  })
  it('an issue without a file is tied to the paths that its critique was about', () => {
    const unplaced = { ...issue, file: null, line: null }
    expect(fatesAfter(says('no longer seen'), unplaced)).toEqual(['changed and no longer seen'])
    expect(fatesAfter(says('no longer seen'), unplaced, 'src/b.css')).toEqual(['not changed'])
  })
  it('a change before the issue was found does not count', () => {
    const early = documents([prompt('0.1', 'extract'), prompt('1.1', 'critique')])
    const all = [...done('0.1', 'src/a/b.css'), finds('1.1', issue), says('no longer seen')]
    expect(judgedIssues(given(early, all).state)).toMatchObject([{ fate: 'not changed' }])
  })
  it('a change still counts after its prompt was carried out again and changed nothing', () => {
    const again = [sets('3.1', { box: 'open' }), concludes([]), answers('3.1'), checksPass('3.1')]
    const story = [finds('1.1', issue), ...done('3.1', 'src/a/b.css'), ...again, says('no longer seen')]
    expect(judgedIssues(given(shelf, story).state)).toMatchObject([{ fate: 'changed and no longer seen' }])
  })
  it('an answer that is void shows no issue to be gone', () => {
    const answer = {
      kind: 'final-critique' as const,
      findings: [],
      issues: [{ id: '1.1-1', status: 'no longer seen' as const, evidence: '' }],
    }
    const story = [finds('1.1', issue), ...done('3.1'), answers('final', { answer, violation: ['src/a.ts'] })]
    expect(judgedIssues(given(shelf, story).state)).toMatchObject([
      { fate: 'not looked at', because: expect.stringContaining('The critic changed files') },
    ])
  })
})

describe('HB-51 the final critique', () => {
  it('gets every issue with its id, its place and the paths that were looked at', () => {
    const unplaced = { ...issue, title: 'All is dim', file: null, line: null }
    const told = given(shelf, [finds('1.1', issue, unplaced), ...done('3.1')]).envelope()
    expect(told).toContain('- 1.1-1 [High] Contrast is too low (src/a/b.css)')
    expect(told).toMatch(/- 1\.1-2 \[High\] All is dim[\s\S]*Paths: src\/a/)
  })
  it('HB-55 stops nothing with prose: it is shown, and nothing was looked at', () => {
    const end = given(shelf, [finds('1.1', issue), ...done('3.1'), prose('final')]).ends()
    expect(end).toMatchObject({ outcome: 'done', exitCode: 0 })
    for (const part of ['*not looked at*', 'Unknown: no findings could be read', 'It is fine.'])
      expect(end.report).toContain(part)
    expect(end.reason).toBe(
      'Every prompt of the handbook is done. Of 1 issue of Phase 1, 1 not shown to be resolved.',
    )
  })
})

describe('HB-51 a regression', () => {
  const found = [finds('1.1', issue), ...done('3.1', 'src/a/b.css')]
  const critical = finding('Critical', 'Saving loses the draft', 'src/c.js')
  it('that is Critical halts, with the ship report beside the halt report', () => {
    const story = given(shelf, [...found, concludes([critical], { '1.1-1': 'no longer seen' })])
    expect(story.ends()).toMatchObject({
      outcome: 'halted',
      exitCode: 1,
      reason: expect.stringContaining('critical_regression: the final critique found 1 new Critical issue'),
    })
    expect(story.state.iteration).toMatchObject({
      status: 'halted',
      terminationReason: 'verification_failed',
    })
    expect(endReports(story.state).map(({ file }) => file)).toEqual([
      '.impeccable-halt.md',
      '.impeccable-shipreport.md',
      '.impeccable-calibration.md',
    ])
    expect(story.ends().report).toContain('Not ready: critical_regression')
  })
  it('has the final critique made again by the next run', () => {
    const { state, shelf: ticked } = given(shelf, [...found, concludes([critical])])
    const next = { adopted: state }
    given(ticked, [], next).wants('prompt-reader final/final/1')
    expect(given(ticked, [concludes([])], next).ends()).toMatchObject({ outcome: 'done', exitCode: 0 })
  })
  it('that is not Critical is in the report alone, also near the place of a known issue', () => {
    const near = { ...finding('Medium', 'A column has no name', 'src/a/b.css'), line: 12 }
    const end = given(shelf, [...found, concludes([near], { '1.1-1': 'no longer seen' })]).ends()
    expect(end).toMatchObject({ outcome: 'done', exitCode: 0 })
    expect(end.report).toMatch(/## Regressions\s+- \[Medium\] A column has no name/)
  })
  it('is an issue of Phase 1 that is graver now', () => {
    const mild = finding('Low', 'Saving loses the draft', 'src/c.js')
    const end = given(shelf, [finds('1.1', mild), ...done('3.1'), concludes([critical])]).ends()
    expect(end).toMatchObject({ outcome: 'halted', exitCode: 1 })
    expect(end.report).toContain('The final critique names it again, as Critical.')
    expect(end.report).toMatch(/## Regressions\s+- \[Critical\] Saving loses the draft/)
  })
  it('is none if Phase 1 found it as grave', () => {
    const known = finding('Critical', 'Saving loses the draft', 'src/c.js')
    const end = given(shelf, [finds('1.1', known), ...done('3.1'), concludes([critical])]).ends()
    expect(end).toMatchObject({ exitCode: 0 })
    expect(end.report).toContain('*still there*')
  })
})
