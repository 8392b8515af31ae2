import { describe, expect, it } from 'vitest'
import { countsIn, criticLine } from './critic-counts.ts'
import { sectionsIn } from './draft.ts'

describe('WF-17 the findings of a critic are counted in its file', () => {
  it('an id counts once, at the start of its line', () => {
    const text = [
      '# Findings',
      '## [C1] No owner',
      'It is worse than [C2] and [M9].',
      '- **[M1]** Slow',
      '| [m1] | Typo |',
      '1. [m2] Name',
      '[C1] again',
    ].join('\n')
    expect(countsIn(text)).toEqual({ critical: 1, major: 1, minor: 2 })
    expect(criticLine(countsIn(text))).toBe('critic_findings written — Critical=1, Major=1, Minor=2')
  })

  it('a file without findings has none', () =>
    expect(countsIn('Nothing found.')).toEqual({ critical: 0, major: 0, minor: 0 }))
})

describe('WF-17 the sections of a draft', () => {
  it('are counted by their headings, not in code', () =>
    expect(sectionsIn('# Spec\n## 目标\n```\n## no\n```\n### sub\n## 范围\n##no\n')).toBe(2))
})
