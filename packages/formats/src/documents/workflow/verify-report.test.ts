import type { VerifyReport } from '@harness/core/work/verify-report'
import { expect, it } from 'vitest'
import { printVerifyReport } from './verify-report.ts'

const report: VerifyReport = {
  at: Date.UTC(2026, 0, 31, 12),
  result: 'FAIL',
  line: 'FAIL — test: 1 of 12 failed',
  sections: [
    { name: 'Build', command: 'npm run build', result: 'PASS', summary: '', output: '' },
    {
      name: 'Test',
      command: 'npm test',
      result: 'FAIL',
      summary: '11/12',
      output: 'FAIL src/a.test.ts\n```\n\u001b[31mred\n',
    },
    { name: 'Lint', command: null, result: 'SKIPPED', summary: 'no command', output: '' },
    { name: 'Type Check', command: null, result: 'SKIPPED', summary: 'no command', output: '' },
  ],
  scan: { count: 3, marks: [{ file: 'src/a.ts', line: 7, mark: 'TODO' }], isBlocking: false },
  limits: ['21 files changed, at most 20 may'],
  words: 'One test fails.\n',
}

it('WF-11 verify_report.md has the facts in their sections', () => {
  expect(printVerifyReport(report)).toBe(`---
timestamp: 2026-01-31T12:00:00.000Z
result: FAIL
phase: layer1_mechanical
---

# Verify Report

FAIL — test: 1 of 12 failed

## Build

- result: PASS
- command: npm run build

## Test

- result: FAIL
- command: npm test
- summary: 11/12

\`\`\`\`text
FAIL src/a.test.ts
\`\`\`
<U+001B>[31mred
\`\`\`\`

## Lint

- result: SKIPPED
- summary: no command

## Type Check

- result: SKIPPED
- summary: no command

## Completeness Scan

- marks: 3 (warning)
- src/a.ts:7 TODO
- and 2 more

## Limits

- 21 files changed, at most 20 may

## Summary

One test fails.
`)
})

it('WF-11 marks block if the config says so, and a report may have no words', () => {
  const text = printVerifyReport({
    ...report,
    scan: { ...report.scan, isBlocking: true },
    limits: [],
    words: null,
  })
  expect(text).toContain('- marks: 3 (blocking)')
  expect(text).not.toMatch(/## (?:Limits|Summary)/)
  expect(printVerifyReport({ ...report, scan: { count: 0, marks: [], isBlocking: true } })).toContain(
    '- marks: 0\n',
  )
})

it('TR-03 verify_report.md says of a check that it ran in place', () => {
  const [build, ...others] = report.sections
  const sections = build === undefined ? [] : [{ ...build, inPlace: true as const }, ...others]
  expect(
    printVerifyReport({ ...report, sections })
      .split('\n')
      .filter((line) => line.includes('in place')),
  ).toEqual(['- evidence: in place'])
})
