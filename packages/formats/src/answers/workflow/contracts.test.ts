import { workflowIdentity } from '@harness/core/playbooks/workflow/identity'
import type { LineAnswer } from '@harness/core/work/first-line'
import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { textsLike } from '../../test-support/fuzz.ts'
import { runs } from '../../test-support/runs.ts'
import { testRulings } from '../test-rulings.ts'
import { workflowContracts } from './contracts.ts'

const parse = (name: string, text: string): LineAnswer => {
  const result = workflowContracts.find((one) => one.name === `workflow-${name}`)?.parse(undefined, text)
  if (!result?.ok) throw new Error(`${name} has no answer`)
  return result.output
}
const said = (name: string, text: string) => parse(name, text).parsed

test.each([
  [
    'spec',
    'spec.md generated — 5 acceptance criteria, 3 edge cases',
    { what: 'spec', criteria: 5, edgeCases: 3 },
  ],
  ['spec', 'spec.md generated — 1 acceptance criterion', { what: 'spec', criteria: 1, edgeCases: null }],
  [
    'proposal',
    'architect proposal written — .harness/planner/proposal_architect.md',
    { what: 'proposal', persona: 'architect', path: '.harness/planner/proposal_architect.md' },
  ],
  [
    'proposal',
    'senior_dev proposal written — .harness/planner/proposal_senior_developer.md',
    { what: 'proposal', persona: 'senior_dev', path: '.harness/planner/proposal_senior_developer.md' },
  ],
  [
    'critique',
    'QA Specialist critique written — .harness/planner/critique_qa_specialist.md',
    { what: 'critique', persona: 'QA Specialist', path: '.harness/planner/critique_qa_specialist.md' },
  ],
  [
    'conventions',
    'conventions written — 7 areas scanned, .harness/conventions.md',
    { what: 'conventions', areas: 7 },
  ],
  [
    'plan',
    'implementation plan written — .harness/generator/plan.md (6 steps)',
    { what: 'plan', path: '.harness/generator/plan.md', steps: 6 },
  ],
  [
    'review',
    'review written — .harness/generator/review_combined.md (3 issues, 2 suggestions)',
    { what: 'review', path: '.harness/generator/review_combined.md', issues: 3, suggestions: 2 },
  ],
  [
    'test-review',
    'review written — .harness/generator/review_test_stability.md (4 scenarios, 2 recommendations)',
    { what: 'review', path: '.harness/generator/review_test_stability.md', issues: 4, suggestions: 2 },
  ],
  [
    'patch',
    'auto_fix_patch written — confidence: High — a missing import',
    { what: 'patch', confidence: 'High', summary: 'a missing import' },
  ],
  [
    'patch',
    'auto_fix_patch written — confidence: Unknown — no file to read',
    { what: 'patch', confidence: 'Unknown', summary: 'no file to read' },
  ],
  [
    'critic-findings',
    'critic_findings written — Critical=2, Major=0, Minor=3',
    { what: 'critic-findings', critical: 2, major: 0, minor: 3 },
  ],
])('WF-01 %s is told by its first line: %s', (name, line, expected) => {
  expect(parse(name, `${line}\nPASS — more text`)).toEqual({
    kind: 'line',
    line,
    parsed: { type: 'written', ...expected },
  })
})

test.each([
  ['2 files changed — src/a.ts, src/b.ts', 2, ['src/a.ts', 'src/b.ts']],
  ['1 file changed — `src/a.ts`', 1, ['src/a.ts']],
])('WF-01 files are told by their first line: %s', (line, count, names) => {
  expect(said('changes', line)).toEqual({ type: 'changed', count, names })
})

test.each([
  ['verify', 'PASS — build SKIPPED, test SKIPPED, lint SKIPPED, scan 0 TODO', 'PASS'],
  ['verify', 'PASS — build ✓, test 12/12 ✓, lint 0e/2w, scan 0 TODO', 'PASS'],
  ['verdict', 'PASS — all 5 criteria met', 'PASS'],
  ['verdict', 'FAIL L2 — 2 items failed: AC1, scope', 'FAIL L2'],
  ['verdict', 'FAIL — test: PASSWORD reset broken', 'FAIL'],
  ['verdict', 'FAIL L3 — 1 items failed: BYPASS check', 'FAIL L3'],
  ['verdict', 'PASS — all good, 0 FAIL', 'PASS'],
  ['verdict', '\uFEFF**FAIL L3** — one', 'FAIL L3'],
  ['verdict', '`PASS — all 5 criteria met`\r\nmore', 'PASS'],
  ['verdict', '**PASS — all 5 criteria met**', 'PASS'],
  ['verdict', '\n\n  PASS — all 5 criteria met', 'PASS'],
])('WF-01 WF-13 a verdict is anchored at the start: %s of %j', (name, line, verdict) => {
  expect(said(name, line)).toMatchObject({ type: 'verdict', verdict })
})

test.each([
  ['verdict', ''],
  ['verdict', 'I have finished. PASS'],
  ['verdict', 'I have finished. PASS — all good'],
  ['verdict', 'PASS'],
  ['verdict', 'PASS —'],
  ['verdict', 'PASS - all good'],
  ['verdict', 'PASSED — all good'],
  ['verdict', 'pass — all good'],
  ['verdict', 'FAIL L4 — all good'],
  ['verdict', 'PASS or FAIL — all good'],
  ['verdict', 'Done.\nPASS — all good'],
  ['verify', 'FAIL L2 — 2 items failed'],
  ['verify', 'spec.md generated — 5 acceptance criteria, 3 edge cases'],
  ['spec', 'Not spec.md generated — 5 acceptance criteria'],
  ['changes', 'many files changed — a'],
  ['patch', 'auto_fix_patch written — confidence: Sure — it works'],
  ['patch', 'auto_fix_patch written — it works'],
  ['proposal', 'planner proposal written — x'],
])('WF-01 a line of another form is kept and says nothing: %s of %j', (name, line) => {
  expect(parse(name, line)).toEqual({ kind: 'line', line: line.split('\n')[0], parsed: null })
})

it('WF-01 a very long first line is cut', () => {
  expect(parse('verdict', `PASS — ${'x'.repeat(5_000)}`).line).toHaveLength(2_000)
})

it('WF-01 no text breaks a contract', () => {
  const texts = textsLike(
    'FAIL L2 — 2 items failed: AC1',
    '**2 files changed** — `a`, b',
    'QA critique written — x',
  )
  fc.assert(
    fc.property(texts, (text) => workflowContracts.every((one) => one.parse(undefined, text).ok)),
    { numRuns: runs(100) },
  )
})

it('WF-01 every role is told the form of its first line', () => {
  const names: readonly (string | null)[] = [...workflowContracts, testRulings].map(({ name }) => name)
  expect(workflowIdentity.roles.filter(({ contract }) => !names.includes(contract))).toEqual([])
  for (const { form } of workflowContracts) expect(form).toMatch(/ — /)
})
