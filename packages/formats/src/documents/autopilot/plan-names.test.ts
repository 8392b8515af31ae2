import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test-support/runs.ts'
import { namedAfter } from './plan-names.ts'

test.each([
  ['Core Scanner', 'docs/plans/2026-03-19-core-scanner-plan.md'],
  ['Core Scanner', 'docs/plans/core_scanner.md'],
  ['core scanner', 'docs/plans/Core Scanner.MD'],
  ['Rule Engine', 'docs/plans/2026-03-19-rule-engine-cli-plan.md'],
  ['C++', 'docs/plans/c++-bindings.md'],
  ['Größe', 'docs/plans/größe-plan.md'],
])('AP-05 the plan of %s can be %s', (phase, path) => {
  expect(namedAfter(phase, [path])).toEqual([path])
})

test.each([
  ['C', 'docs/plans/c++-plan.md'],
  ['C++', 'docs/plans/c-plan.md'],
  ['Scan', 'docs/plans/scanner-plan.md'],
  ['Core Scanner', 'docs/plans/core-plan.md'],
  ['Core Scanner', 'docs/plans/scanner-core-plan.md'],
  ['Core Scanner', 'docs/plans/core-fast-scanner-plan.md'],
  ['Core Scanner', 'docs/core-scanner/plan.md'],
  ['2026', 'docs/plans/2026-03-19-core-plan.md'],
  ['!?', 'docs/plans/anything.md'],
])('AP-05 the plan of %s is not %s', (phase, path) => {
  expect(namedAfter(phase, [path])).toEqual([])
})

test('AP-05 the plan that says least beside the phase comes first, then the newest', () => {
  const [newest, older, wider] = [
    'docs/plans/2026-03-20-rule-engine-plan.md',
    'docs/plans/2026-03-19-rule-engine-plan.md',
    'docs/plans/2026-03-21-rule-engine-cli-plan.md',
  ]
  expect(namedAfter('Rule Engine', [wider, older, newest])).toEqual([newest, older, wider])
})

test('AP-05 a phase finds the plan with its name, whatever the order of the others', () => {
  const word = fc.stringMatching(/^[a-z]{1,8}$/)
  const names = fc.array(word, { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(names, fc.array(names), (words, others) => {
      const own = `docs/plans/${words.join('-')}.md`
      const all = [...others.map((other) => `docs/plans/${other.join('-')}-more.md`), own]
      expect(namedAfter(words.join(' '), all)[0]).toBe(own)
      expect(namedAfter(words.join(' '), all.toReversed())).toEqual(namedAfter(words.join(' '), all))
    }),
    { numRuns: runs(100) },
  )
})
