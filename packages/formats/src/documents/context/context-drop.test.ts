import { describe, expect, it } from 'vitest'
import { neverCrashes, textsLike } from '../../test-support/fuzz.ts'
import { describeProblem } from '../../text/format-problem.ts'
import { isDropName, parseContextDrop, parseScope, printContextDrop, printScope } from './context-drop.ts'

const good = '---\nsource: slack\nscope: run:0042\n---\nCustomers want totals.\n'

describe('DL-20 context drops', () => {
  it('DL-20 are read and printed', () => {
    const drop = {
      source: 'slack',
      scope: { kind: 'run', planId: '0042' },
      text: 'Customers want totals.\n',
    } as const
    expect(parseContextDrop(good, 'a.md')).toEqual({ ok: true, value: drop })
    expect(printContextDrop(drop)).toBe(good)
  })

  it.each(['all', 'planner', 'phase:First wave', 'step:review-ui', 'run:0001'])(
    'DL-20 know the scope %s',
    (text) => {
      const scope = parseScope(text)
      expect(scope === null ? null : printScope(scope)).toBe(text)
    },
  )

  it.each([
    '',
    'All',
    'everyone',
    'all:x',
    'phase',
    'phase:',
    'phase:../x',
    'step',
    'step:Review',
    'run:1',
    'run:00012',
    'run',
  ])('DL-20 know no scope %j', (text) => expect(parseScope(text)).toBeNull())

  it.each([
    ['2026-01-31-why-totals.md', true],
    ['2026-01-31-.md', false],
    ['notes.md', false],
    ['2026-01-31-../../x.md', false],
    ['2026-01-31-a\n# Role.md', false],
  ])('DL-20 are named by day and slug: %j is %s', (name, is) => expect(isDropName(name)).toBe(is))

  it.each([
    ['just text', 'a.md:1:1: expected front matter'],
    [
      '---\nsource: slack\n---\nx',
      'scope: expected "all", "planner", "phase:<phase of plans>", "step:<step of a run>" or "run:NNNN"',
    ],
    ['---\nsource: slak\nscope: all\n---\nx', 'found "slak"; did you mean "slack"?'],
    ['---\nsource: slack\nscope: everyone\n---\nx', 'found "everyone"'],
    [
      '---\nsource: slack\nscope: all\nrole: fixer\n---\nx',
      'role: expected the fields source and scope only',
    ],
  ])('DL-20 say what is wrong with %j', (text, why) => {
    const result = parseContextDrop(text, 'a.md')
    expect(result.ok ? '' : result.problems.map(describeProblem).join('\n')).toContain(why)
  })

  it('QA-03 any text gets an answer', () => neverCrashes(textsLike(good), parseContextDrop))
})
