import { describe, expect, it } from 'vitest'
import { calibrationReport } from './calibration-report.ts'
import type { HandbookPrompt } from './handbook-document.ts'
import { given } from './test-support/given.ts'
import { checksPass, finds, measures, merged, writes } from './test-support/happenings.ts'
import { documents, prompt } from './test-support/shelf.ts'

const sized = (id: string, verb: string, budget: HandbookPrompt['budget']) =>
  prompt(id, verb, { anchors: { paths: ['src/a'], productRules: [], designRules: [] }, budget })
const budget = (loc: number | null, locFloor: number, files: number | null, filesFloor: number) => ({
  loc,
  locFloor,
  files,
  filesFloor,
})
const worked = (id: string, ...files: readonly (readonly [string, number])[]) => [
  writes(id),
  measures(...files.map(([path, added]) => ({ path, added, removed: 0 }))),
  checksPass(id),
  merged,
]

describe('HB-30 the calibration', () => {
  const shelf = documents([
    sized('1.1', 'critique', budget(0, 0, 0, 0)),
    sized('3.1', 'polish', budget(80, 20, 2, 1)),
    sized('3.2', 'polish', budget(10, 0, 1, 0)),
    sized('3.3', 'polish', budget(10, 0, 1, 0)),
    sized('3.4', 'polish', budget(10, 0, 1, 0)),
    sized('3.5', 'polish', budget(null, 0, 2, 0)),
    sized('3.6', 'polish', null),
  ])
  const { state } = given(shelf, [
    finds('1.1'),
    ...worked('3.1', ['src/a/b.ts', 42]),
    ...worked('3.2', ['src/a/b.ts', 20]),
    ...worked('3.3', ['src/a/b.ts', 21]),
    ...worked('3.4', ['src/a/b.ts', 5], ['src/other.ts', 1]),
    ...worked('3.5', ['src/a/b.ts', 3000], ['src/far.ts', 1]),
    ...worked('3.6', ['src/near.ts', 7]),
  ])
  const report = calibrationReport(state)
  const listed = (title: string): readonly string[] =>
    (report.split(`## ${title}\n`)[1] ?? '').split('\n## ')[0]?.match(/^- .*$/gm) ?? []

  it('has what was expected of every prompt beside what it came to', () =>
    expect(report.match(/^\| \d.*$/gm)).toEqual([
      '| 1.1 | 0 → – | 0 → – | no |',
      '| 3.1 | 80±20 → 42 | 2±1 → 1 | no |',
      '| 3.2 | 10 → 20 | 1 → 1 | yes |',
      '| 3.3 | 10 → 21 | 1 → 1 | yes |',
      '| 3.4 | 10 → 5 | 1 → 1 | yes |',
      '| 3.5 | ∞ → 3000 | 2 → 1 | no |',
      '| 3.6 | unsized → 0 | unsized → 0 | no |',
    ]))
  it('the worst ratio comes first', () =>
    expect(listed('Worst overruns')).toEqual([
      '- 3.3: 2.10× (21 lines where 10 were expected)',
      '- 3.2: 2.00× (20 lines where 10 were expected)',
      '- 3.4: 0.50× (5 lines where 10 were expected)',
    ]))
  it('HB-22 names what was changed out of scope, also by prompts without a bound', () =>
    expect(listed('Out of scope')).toEqual([
      '- 3.4: src/other.ts',
      '- 3.5: src/far.ts',
      '- 3.6: src/near.ts',
    ]))
  it('recommends one thing per overrun; only more than twice the size is several prompts', () =>
    expect(listed('Recommendations').map((line) => line.split(': ').slice(0, 2).join(': '))).toEqual([
      '- 3.3: split prompt',
      '- 3.2: loosen budget',
      '- 3.4: tighten sizing',
    ]))
  it('reads records that do not say what was expected: by their overrun, if there is one', () => {
    const records = state.records.map(({ expected: _, outOfScopeFiles: __, ...old }) => old)
    const rows = calibrationReport({ ...state, records })
    expect(rows).toContain('| 3.1 | unknown → 42 | unknown → 1 | no |')
    expect(rows).toContain('| 3.3 | 10 → 21 | 1 → 1 | yes |')
    expect(rows).toContain('- 3.4: src/other.ts')
  })
})
