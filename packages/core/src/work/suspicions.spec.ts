import { describe, expect, it } from 'vitest'
import { governedEdit, planCallsFor } from './suspicions.ts'

const rules = { governed: ['harness.config.json', '.harness', 'docs/plans'] }

describe('the rules of the harness', () => {
  it.each(['harness.config.json', '.harness/roles/reviewer.md', 'docs/plans/0001-a.md'])('%s', (path) => {
    const found = [{ kind: 'rules-edited', file: path, detail: `${path} governs the harness.` }]
    expect(governedEdit([path], rules)).toEqual(found)
    expect(governedEdit(['elsewhere.md', path], rules)).toEqual(found)
  })
  it.each(['docs/plans.md', '.harnessed', 'src/sum.js', 'package.json'])('%s is free', (path) =>
    expect(governedEdit([path], rules)).toEqual([]),
  )
})

describe('planCallsFor', () => {
  it.each([
    ['Remove test/a.js.', true],
    ['- `test/a.js` becomes a table', true],
    ['Do not touch test/a.js.', false],
    ['Keep test/a.js as it is', false],
    ['## Out Of Scope\n- test/a.js', false],
    ['## Out Of Scope\n- other\n## Milestones\n- test/a.js goes', true],
    ['test/b.js', false],
    ['Edit ./test/a.js', true],
    ['Edit (test/a.js)', true],
    ['Edit packages/x/test/a.js', false],
    ['Edit test/a.jsx', false],
    ['Edit test/a.js.map', false],
    ['Edit test/a.js/b', false],
  ])('%j: %s', (plan, expected) => expect(planCallsFor(plan, 'test/a.js')).toBe(expected))

  it.each([
    ['Add a link to the page.', 'link', false],
    ['Add the link `link`.', 'link', true],
    ['A plan.', 'A', false],
    ['Edit the Makefile.', 'Makefile', true],
    ['Add `a<U+202E>b`', 'a<U+202E>b', true],
  ])('TR-10 %j calls for a change of %s: %s', (plan, name, expected) =>
    expect(planCallsFor(plan, name)).toBe(expected),
  )
})
