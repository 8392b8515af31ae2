import { expect, test } from 'vitest'
import type { FirstLine } from './first-line.ts'
import { judge, verdictIn } from './qa-verdict.ts'

const line = (verdict: 'PASS' | 'FAIL' | 'FAIL L2' | 'FAIL L3'): FirstLine => ({
  type: 'verdict',
  verdict,
  summary: 'x',
})
const passes = '## QA Report — Round 1\n\n### Verdict: PASS\n'
const fails = '## QA Report — Round 1\n\n### Verdict: FAIL\n'
const skipped = `${fails}\n### Layer 3\n\nSkipped (Layer 2 failed)\n`
const files: FirstLine = { type: 'changed', count: 1, names: [] }

test.each([
  ['both pass', line('PASS'), passes, 'PASS', null],
  ['only the line passes', line('PASS'), fails, 'FAIL', null],
  ['only the report passes', line('FAIL L3'), passes, 'FAIL', 3],
  ['layer 2 fails', line('FAIL L2'), skipped, 'FAIL', 2],
  ['layer 3 fails', line('FAIL L3'), fails, 'FAIL', 3],
  ['no layer is named', line('FAIL'), fails, 'FAIL', null],
  ['only the report names the layer', line('FAIL'), skipped, 'FAIL', 2],
  ['the line passes, the report stopped at layer 2', line('PASS'), skipped, 'FAIL', 2],
  ['the line cannot be read', null, passes, 'FAIL', null],
  ['the line is another one', files, passes, 'FAIL', null],
  ['the report is missing', line('PASS'), null, 'FAIL', null],
  ['the report has no verdict', line('PASS'), 'All good.', 'FAIL', null],
] as const)('WF-13 FAIL wins: %s', (_, first, report, result, layer) => {
  expect(judge(first, report)).toEqual({ result, layer })
})

test.each([
  ['### Verdict: PASS', 'PASS'],
  ['### Verdict: **FAIL**\r\n', 'FAIL'],
  ['## Verdict : PASS — all 5 criteria met', 'PASS'],
  ['### Verdict: PASS\n### Verdict: FAIL', 'FAIL'],
  ['### Verdict: PASSWORD', null],
  ['### Verdict: PASS|FAIL', null],
  ['### Verdict: pass', null],
  ['The verdict is PASS', null],
  ['Text ### Verdict: PASS', null],
  ['```\n### Verdict: PASS\n```', null],
  ['````md\n```\n### Verdict: PASS\n```\n````\n### Verdict: FAIL', 'FAIL'],
])('WF-13 the verdict of %j is %s', (report, verdict) => {
  expect(verdictIn(report)).toBe(verdict)
})
