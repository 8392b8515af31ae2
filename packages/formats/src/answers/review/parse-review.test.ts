import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { neverCrashes, textsLike } from '../../test-support/fuzz.ts'
import { parseReview } from './parse-review.ts'

const review = (text: string) => {
  const result = parseReview(text)
  return result.ok ? result.value : null
}
const briefly = (text: string) =>
  review(text)?.findings.map(({ severity, title, file, line }) => [severity, title, file, line]) ?? null

const objections =
  '- total() crashes for an empty receipt: a severe bug, data loss.\n- parse() accepts paths outside of the repository.'

/** The words in other dress than their own. */
const dressed = [
  'no findings',
  'No findings',
  'NO FINDINGS!',
  '**No findings**',
  '**"No findings."**',
  '"No findings".',
  '“No blocking findings”',
  '«No findings»',
  '« No findings. »',
  '„No findings“',
  '‚No findings‘',
  '「No findings」',
  '『No findings。』',
  '- No findings',
  '1. **No findings.**',
  '## No findings.',
  '## No findings\n\nI looked at every file.',
  '# Review\n\n## No findings',
  '## Findings\n\n- No findings',
]

/** Reviews that object to nothing. */
const clean = [
  'No findings.',
  'No blocking findings.',
  '\n\n  No findings.  \n',
  '**No findings.**',
  '`No blocking findings.`',
  'I verified the invariants, and the tests pass.\n\nNo findings.\n',
  'No findings.\nEverything else is praise.',
  'Looks fine.\r\nNo findings.\r\n',
  '# Code review\n\nI ran the tests.\n\n## Verdict\n\nNo findings.',
  '**What I checked**\n\nThe totals and their tests.\n\n**Verdict**\n\nNo findings.',
  '**All is as planned.**\n\nI ran the tests.\n\nNo findings.',
  '## Security\n\nNo findings.',
  ...dressed,
]

describe('DL-06 sentinels', () => {
  it.each(clean)('DL-06 AG-18 sees the sentinel in %j', (text) => {
    expect(review(text)).toEqual({ findings: [], sentinel: true })
  })

  it.each([
    'There are No findings.',
    'No findings. But look at the tests.',
    '> No findings.',
    '> **No findings**',
    '- No findings\n- The total is wrong',
    '- No findings.\n\nBut the total is wrong.',
    '- [ ] No findings',
    '~~No findings~~',
    '## Security\n- No findings\n## Totals\nThey are wrong.',
    '## Security\nNo findings\n## Totals\nThey are wrong.',
    '## Security\n### No findings\n## Totals\nThey are wrong.',
    '## No findings\n- in the parser',
    '## High\n- No findings',
    '## High\nNo findings',
    '```\nNo findings.\n```',
    '~~~md\n```\nNo findings.\n~~~',
    '    No findings.',
    '    No findings',
    'No blocking findings. ✅ Ready',
    '',
    'LGTM',
    // Objections beside the words, or words that speak of one part.
    `I looked at everything.\n\n${objections}\n\nOn the style of the tests:\n\nNo findings\n`,
    ...['No findings', 'No findings.', '**No findings.**', '## No findings'].flatMap((words) => [
      `${objections}\n\n${words}`,
      `${words}\n\n${objections}`,
      `On the style of the tests:\n\n${words}`,
      `**On the tests:**\n${words}`,
      `It is wrong.\n\n## Tests\n\n${words}`,
      `**Tests**\n${words}\n\n**Totals**\nThey are wrong.`,
      `## Tests\n${words}\n\n## Totals\nThey are wrong.`,
    ]),
    '## High\nNo findings.',
    '• total() crashes\n\nNo findings.',
    '(1) total() crashes\n\nNo findings.',
    '| Place | Problem |\n|---|---|\n| total() | crashes |\n\nNo findings.',
    'I verified:\n- tests pass\n\nNo findings',
    '- [Low] Naming\n- total() crashes',
    '- [Low] Naming\n- total() crashes\n\nNo blocking findings.',
  ])('DL-06 sees none in %j, and neither findings: no review', (text) => {
    expect(parseReview(text, 'answer')).toMatchObject({
      ok: false,
      problems: [{ file: 'answer', expected: expect.stringContaining('or the words "No findings."') }],
    })
  })

  it('DL-06 with an item of any words, wherever it stands, is clean no longer', () => {
    const words = fc.string({ unit: fc.constantFrom(...'aA1 (:.`*é'), minLength: 1 })
    const added = fc.record({
      text: fc.constantFrom(...clean),
      at: fc.nat(),
      mark: fc.constantFrom('- ', '* ', '1. ', '  - '),
      words: words.map((more) => `x${more}`),
    })
    fc.assert(
      fc.property(added, ({ text, at, mark, words }) => {
        const lines = text.split(/\r?\n/)
        lines.splice(at % (lines.length + 1), 0, `${mark}${words}`)
        expect(review(lines.join('\n'))).toBeNull()
      }),
    )
  })

  it.each([
    '- [Low] Naming\n  Because of this:\n  - one\n\nNo blocking findings.',
    '### Naming\n**Severity:** Low\n\nNo blocking findings.',
    '- Naming\n  Severity: Low\n\nNo blocking findings.',
    '## Low\n- Naming\n\nNo blocking findings.',
  ])('DL-06 keeps a Low finding beside the sentinel: %j', (text) => {
    expect(review(text)).toMatchObject({ findings: [{ severity: 'Low', title: 'Naming' }], sentinel: true })
  })

  it('DL-06 reports a sentinel beside a blocking finding as both', () => {
    expect(review('No blocking findings.\n\n- [High] Loses data (src/a.ts:3)')).toEqual({
      sentinel: true,
      findings: [{ severity: 'High', title: 'Loses data', detail: '', file: 'src/a.ts', line: 3 }],
    })
    expect(review('- [High] Loses data\n  always\nNo findings.\n')).toMatchObject({
      sentinel: true,
      findings: [{ detail: 'always' }],
    })
  })
})

describe('DL-06 findings', () => {
  it.each([
    ['- [High] Loses data (src/a.ts:3)', 'Loses data', 'src/a.ts', 3],
    ['* [high] Loses data (`src/a.ts:3`)', 'Loses data', 'src/a.ts', 3],
    ['- **High** — Loses data', 'Loses data', null, null],
    [
      '- **High**: Loses data in `src/a.ts` sometimes',
      'Loses data in `src/a.ts` sometimes',
      'src/a.ts',
      null,
    ],
    ['- **HIGH: Loses data** (src/a.ts)', 'Loses data', 'src/a.ts', null],
    ['- **[High]** Loses data', 'Loses data', null, null],
    ['- **[High] Loses data** — src/a.ts:3', 'Loses data', 'src/a.ts', 3],
    ['- **High** Loses data', 'Loses data', null, null],
    ['- `High` Loses data', 'Loses data', null, null],
    ['- (High) Loses data', 'Loses data', null, null],
    ['- High - Loses data', 'Loses data', null, null],
    ['- High: `src/a.ts:3` — Loses data', 'Loses data', 'src/a.ts', 3],
    ['1. **High**: Loses data', 'Loses data', null, null],
    ['2) [High] src/a.ts:3 - Loses data', 'Loses data', 'src/a.ts', 3],
    ['### High: Loses data', 'Loses data', null, null],
    ['### [High] Loses data', 'Loses data', null, null],
    ['#### 1. High — Loses data (src/a.ts, line 3)', 'Loses data', 'src/a.ts', 3],
    ['**[High]** Loses data', 'Loses data', null, null],
    ['**High**: Loses data', 'Loses data', null, null],
    ['High: Loses data (src/a.ts#L3-L9)', 'Loses data', 'src/a.ts', 3],
    ['High severity: Loses data', 'Loses data', null, null],
    ['🔴 **High**: Loses data', 'Loses data', null, null],
    ['- [High Severity] Loses data', 'Loses data', null, null],
    ['| High | Loses data | src/a.ts:3 |', 'Loses data', 'src/a.ts', 3],
    ['| 1 | `src/a.ts` | **High** | Loses data |', 'Loses data', 'src/a.ts', null],
    ['- [High] Loses data (../../etc/passwd:1)', 'Loses data (../../etc/passwd:1)', null, null],
    ['- [High] Loses data (/etc/passwd)', 'Loses data (/etc/passwd)', null, null],
    ['- [High] Calls `f(x)` in a loop (e.g. twice)', 'Calls `f(x)` in a loop (e.g. twice)', null, null],
  ])('DL-06 reads %j', (text, title, file, line) => {
    expect(briefly(text)).toEqual([['High', title, file, line]])
  })

  it.each(['Critical', 'High', 'Medium', 'Low'])('DL-06 knows %s in any case', (severity) => {
    expect(briefly(`- [${severity.toUpperCase()}] x\n- [${severity.toLowerCase()}] y`)).toEqual([
      [severity, 'x', null, null],
      [severity, 'y', null, null],
    ])
  })

  it('DL-06 takes what is indented below, and code, as detail', () => {
    const text =
      '- [High] Loses data\n  Because of this:\n  ```js\n  - [Low] in code\n  ```\n\n  And that.\n- [Low] Name\n\nThat is all.'
    expect(review(text)?.findings).toEqual([
      {
        severity: 'High',
        title: 'Loses data',
        detail: 'Because of this:\n```js\n- [Low] in code\n```\n\nAnd that.',
        file: null,
        line: null,
      },
      { severity: 'Low', title: 'Name', detail: '', file: null, line: null },
    ])
  })

  it('DL-06 takes what stands below a heading as detail', () => {
    const text =
      '## Review\n### High: Loses data\nIn `src/a.ts:7`.\n\n- one\n- two\n\n#### Fix\nDo it.\n### Low: Name\nx\n## Summary\nDone.'
    expect(review(text)?.findings).toEqual([
      {
        severity: 'High',
        title: 'Loses data',
        detail: 'In `src/a.ts:7`.\n\n- one\n- two\n\n#### Fix\nDo it.',
        file: 'src/a.ts',
        line: 7,
      },
      { severity: 'Low', title: 'Name', detail: 'x', file: null, line: null },
    ])
  })

  it('DL-06 gives the severity of a heading to the text below it', () => {
    const text =
      '## Critical\nNone.\n\n## High (blocking)\n- Loses data (src/a.ts:3)\n  always\n- Hangs\n\n**Medium issues:**\n1. Slow\n\n## Low\nNo issues found.\n\n## What I checked\n- the tests'
    expect(briefly(text)).toEqual([
      ['High', 'Loses data', 'src/a.ts', 3],
      ['High', 'Hangs', null, null],
      ['Medium', 'Slow', null, null],
    ])
  })

  it('DL-06 reads a severity that stands below its title', () => {
    const text =
      '### 1. Loses data\n\n**Severity:** High\n**File:** `src/a.ts:3`\n\n- Hangs\n  Severity: critical\n  at src/b.ts:4\n'
    expect(briefly(text)).toEqual([
      ['High', 'Loses data', 'src/a.ts', 3],
      ['Critical', 'Hangs', 'src/b.ts', 4],
    ])
  })

  it('DL-06 overlooks no finding inside another', () => {
    expect(briefly('- [Low] Style\n  - [Critical] Loses data\n  - more about it')).toEqual([
      ['Low', 'Style', null, null],
      ['Critical', 'Loses data', null, null],
    ])
  })

  it('DL-06 counts a finding that has no title', () => {
    expect(briefly('- **High**\n  Loses data. It always does.\n- [Critical]')).toEqual([
      ['High', 'Loses data. It always does.', null, null],
      ['Critical', 'Finding without a title', null, null],
    ])
  })

  it.each([
    'Critical: 0, High: 0, Medium: 0\n\nNo findings.',
    '- Critical: none\n- High: 0\n- Medium: None.\n- Low: n/a\n\nNo findings.',
    '| Severity | Count |\n|---|---|\n| High | 0 |\n\nNo findings.',
    'High-level summary: fine. Low risk.\n\nNo findings.',
    '> - [High] quoted from the last review\n\nNo findings.',
    '```\n- [High] example\n```\nNo findings.',
    '## High\nNone.\n\n> as the last review said\n\nNo findings.',
  ])('DL-06 takes no mention of a severity for a finding: %j', (text) => {
    expect(review(text)).toEqual({ findings: [], sentinel: true })
  })
})

it('QA-03 any review gets an answer', () => {
  const sample = '## High\n- [High] a (b.ts:1)\n  c\n| Low | d |\n**Severity:** Low\nNo findings.\n```\n'
  neverCrashes(textsLike(sample, sample.repeat(3)), parseReview)
})

it('QA-03 answers soon, whatever the length', () => {
  const before = process.cpuUsage()
  for (const piece of [
    '- [High] ',
    '(',
    '`a.',
    'a/',
    '**',
    '[high',
    '| high |',
    ' ',
    '1. ',
    '-\n',
    '# high\n',
    'severity ',
    '🔴',
  ]) {
    parseReview(piece.repeat(Math.floor(100_000 / piece.length)))
    parseReview(`- [High] ${piece.repeat(Math.floor(100_000 / piece.length))}`)
  }
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(10_000)
})
