import { isBlocking } from '@harness/core/playbooks/autopilot/documents'
import { describe, expect, it, test } from 'vitest'
import { neverCrashes, textsLike } from '../../test-support/fuzz.ts'
import { describeProblem } from '../../text/format-problem.ts'
import { printReview, type ReadReview, readReview } from './review-file.ts'
import { hasSharedCases, sharedCase } from './test-support/shared-cases.ts'

const file = '.harness/sessions/x/phase-1-review.json'
const readText = (text: string): ReadReview => {
  const read = readReview(text, file)
  if (!read.ok) throw new Error(read.problems.map(describeProblem).join('\n'))
  return read.value
}
const read = (value: unknown): ReadReview => readText(JSON.stringify(value))
const finding = {
  severity: 'critical',
  title: 'Loses data',
  detail: 'always',
  file: 'src/a.ts',
  line: 3,
} as const

describe('AP-11 phase-N-review.json', () => {
  it('AP-11 is a list, or an object with one', () => {
    for (const value of [
      [finding],
      { findings: [finding] },
      { phase: 3, assessment: 'approve', findings: [finding] },
    ])
      expect(read(value)).toEqual({ findings: [finding], warnings: [] })
    expect(read([])).toEqual({ findings: [], warnings: [] })
  })

  it('AP-11 lists by severity count too', () => {
    expect(read({ critical: [{ title: 'a' }], notes: ['b'] }).findings).toMatchObject([
      { severity: 'critical', title: 'a' },
      { severity: 'suggestion', title: 'b' },
    ])
    expect(read({ findings: { odd: [{ title: 'a' }] } }).findings).toMatchObject([{ severity: 'important' }])
  })

  it.each([
    ['critical', 'critical'],
    ['Blocking', 'critical'],
    ['blocker', 'critical'],
    ['HIGH', 'critical'],
    ['important', 'important'],
    ['suggestion', 'suggestion'],
    ['warning', 'suggestion'],
    ['note', 'suggestion'],
  ])('AP-11 the severity %s is read as %s', (severity, expected) => {
    expect(read([{ ...finding, severity }]).findings[0]?.severity).toBe(expected)
  })

  it.each(['low', 'info', 'nit', 'minor', 'medium', 'odd', '', 7, null, undefined, ['note']])(
    'AP-11 the unknown severity %j blocks, and is named',
    (severity) => {
      const { findings, warnings } = read([{ ...finding, severity }])
      expect(findings.map(isBlocking)).toEqual([true])
      expect(warnings).toEqual([expect.stringContaining('it counts as important')])
      expect(warnings[0]).toContain('“Loses data”')
    },
  )

  it.each([
    [{ line: 7 }, 7],
    [{ line: '7' }, 7],
    [{ lineRange: [7, 9] }, 7],
    [{ lines: '7-9' }, 7],
    [{ file: 'src/a.ts:7' }, 7],
    [{ line: 0 }, null],
    [{ line: -7 }, null],
    [{}, null],
  ])('AP-11 the place %j is in line %s', (place, line) => {
    expect(read([{ severity: 'note', title: 'x', file: 'src/a.ts', ...place }]).findings[0]).toMatchObject({
      file: 'src/a.ts',
      line,
    })
  })

  it.each(['/etc/passwd', '../x', 'a\0b', ''])(
    'AP-11 the path %j is dropped, and the finding stays',
    (path) => {
      expect(read([{ ...finding, file: path }]).findings).toEqual([{ ...finding, file: null }])
    },
  )

  it.each(['rationale', 'description', 'message', 'detail'])('AP-11 its detail may be called %s', (name) => {
    expect(read([{ severity: 'note', title: 'x', [name]: 'why' }]).findings[0]?.detail).toBe('why')
  })

  it('AP-11 a finding without a title has the first words of its detail', () => {
    const [first, second, third] = read([
      { severity: 'note', detail: 'It leaks. Always,\nand much.' },
      { severity: 'note', detail: 'word '.repeat(50) },
      { severity: 'note' },
    ]).findings
    expect(first?.title).toBe('It leaks.')
    expect(second?.title).toMatch(/^(word )+…$/)
    expect(second?.title.length).toBeLessThan(110)
    expect(third?.title).toBe('Finding without a title')
  })

  test.each([
    ['No findings.', 'expected one JSON object, found "No findings."'],
    ['', 'found an empty file'],
    ['{"findings": [', `${file}:1:`],
    ['{"assessment": "approve"}', 'findings: expected a list of findings, found an object'],
    ['{"findings": 3}', 'findings: expected a list of findings, found 3'],
    ['{"findings": [3]}', 'findings[0]: expected a finding, found 3'],
  ])('AP-11 a file that has no findings to read is refused: %j', (text, problem) => {
    const refused = readReview(text, file)
    expect(refused.ok ? '' : refused.problems.map(describeProblem).join('\n')).toContain(problem)
  })

  it('AP-11 is printed as an object, with the reason of a person who let it pass', () => {
    const printed = printReview({ phase: 2, name: 'Report', findings: [finding], overridden: 'Known.' })
    expect(printed).toBe(
      `${JSON.stringify({ phase: 2, name: 'Report', findings: [finding], overridden: 'Known.' }, null, 2)}\n`,
    )
    expect(Object.keys(JSON.parse(printReview({ phase: 2, name: 'x', findings: [] })))).toEqual([
      'phase',
      'name',
      'findings',
    ])
  })

  it('AP-11 never crashes its reader', () => {
    neverCrashes(
      textsLike(printReview({ phase: 1, name: 'x', findings: [finding] }), '[{"title": "x"}]'),
      readReview,
    )
  })

  describe.skipIf(!hasSharedCases)('real files', () => {
    test.each([
      ['reviews/list-ids.json', 5, 72],
      ['reviews/object.json', 3, 51],
    ])('AP-11 %s has %i findings, and none blocks', (path, count, line) => {
      const { findings } = readText(sharedCase(path))
      expect(findings).toHaveLength(count)
      expect(findings.some(isBlocking)).toBe(false)
      expect(findings[0]?.line).toBe(line)
      expect(
        findings.every(({ title, detail, file: at }) => title !== '' && detail !== '' && at !== null),
      ).toBe(true)
    })
  })
})
