import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textsLike } from '../../test-support/fuzz.ts'
import { runs } from '../../test-support/runs.ts'
import { parsePlanHeader } from './parse-plan.ts'
import { scanPlanHeader } from './scan-plan-header.ts'

const ordinary = `---
id: "0042"
title: Search: the fast way
phase: 'core'
status: active
depends_on: [0001, "0002"]
estimated_passes: 2
acceptance_tags:
  - search/basic
  - search/empty
priority: 3
ui: false
risk: low
scope: []
budget:
  loc: 200
  files: 5
---
# 0042 Search
`

const word = fc.oneof(
  fc.constantFrom(
    'a',
    'x y',
    '0042',
    '"q"',
    "'s'",
    '"a,b"',
    "'it''s'",
    '"\\n"',
    'a: b',
    'a:b',
    '#c',
    'a #c',
    '~',
    'null',
    '- a',
    '[b',
    '{c}',
    '&d e',
    '*f',
    '!g h',
    '|',
    '>-',
    '? i',
    ':j',
    '%k',
    '@l',
    '`m',
    'n:',
    '---',
    '...',
    '"',
    "'",
    'é',
    '漢',
    '\u00a0',
    '\t',
    '',
    'true',
    '12',
    '"unclosed',
    'a"b',
    "a'b",
    '(x)',
    './y',
    'a, b',
    '\\',
    'x\r',
    '\u2028',
    '\u0085',
    '\u{1f600}',
  ),
  fc.string({ maxLength: 4 }),
)
const items = fc.array(word, { maxLength: 3 })
/** A field that free words can stand in. */
const oddField = fc.oneof(
  fc
    .tuple(fc.constantFrom('title', 'phase', 'risk'), fc.constantFrom(': ', ':', ':  ', ' : ', ':\t'), word)
    .map((parts) => parts.join('')),
  fc
    .tuple(fc.constantFrom('acceptance_tags', 'scope'), items)
    .map(([name, list]) => `${name}: [${list.join(', ')}]`),
  fc
    .tuple(fc.constantFrom('acceptance_tags', 'scope'), fc.constantFrom('  - ', '- ', ' -   '), items)
    .map(([name, dash, list]) => [`${name}:`, ...list.map((item) => dash + item)].join('\n')),
  fc.tuple(fc.constantFrom('loc', 'files'), word).map(([name, value]) => `budget: {${name}: ${value}}`),
  fc.tuple(fc.constantFrom('loc', 'files'), word).map(([name, value]) => `budget:\n  ${name}: ${value}`),
)
const oddLine = fc
  .tuple(fc.constantFrom('  - ', '- ', '  ', '', '#', '  #', ' '), word)
  .map((parts) => parts.join(''))
const complete = [
  'id: "0042"',
  'title: t',
  'phase: p',
  'status: active',
  'depends_on: []',
  'estimated_passes: 1',
  'acceptance_tags: []',
]

/** Right in every respect but one or two. */
const frontMatter = fc
  .tuple(
    oddField,
    fc.option(fc.oneof(oddLine, fc.constantFrom('title: again', 'risk:', 'ui: true')), { freq: 2 }),
    fc.nat(8),
    fc.constantFrom('\n', '\r\n'),
  )
  .map(([field, extra, at, end]) => {
    const name = field.slice(0, field.search(/\W/))
    const lines = [...complete.filter((line) => !line.startsWith(`${name}:`)), ...field.split('\n')]
    if (extra !== null) lines.splice(at, 0, extra)
    return ['---', ...lines, '---', ''].join(end)
  })

const agrees = (text: string): boolean => {
  const scanned = scanPlanHeader(text)
  if (scanned === null) return false
  expect(parsePlanHeader(text, 'f')).toEqual({ ok: true, value: scanned })
  return true
}

describe('DL-02 the line scan of plan files', () => {
  it('DL-02 reads an ordinary plan as the parser does', () => {
    expect(agrees(ordinary.replace('Search: the', 'Search the'))).toBe(true)
    expect(agrees(ordinary.replace('Search: the', 'Search the').replaceAll('\n', '\r\n'))).toBe(true)
    expect(
      agrees(
        ordinary
          .replace('Search: the fast way', '"Search: the fast way"')
          .replace('budget:\n  loc: 200\n  files: 5', 'budget: {loc: 200, files: 5}'),
      ),
    ).toBe(true)
  })

  it('DL-02 leaves what it is not sure of to the parser', () => {
    expect(agrees(ordinary)).toBe(false)
    expect(agrees(ordinary.replace('0042', '42'))).toBe(false)
  })

  it('DL-02 never answers otherwise than the parser', () => {
    const numRuns = runs(400)
    let answered = 0
    fc.assert(
      fc.property(fc.oneof({ weight: 4, arbitrary: frontMatter }, textsLike(ordinary)), (text) => {
        if (agrees(text)) answered++
      }),
      { numRuns },
    )
    expect(answered).toBeGreaterThan(numRuns / 20)
  })

  it('QA-10 scans ten thousand plans in well under a second', () => {
    const text = ordinary.replace('Search: the', 'Search the')
    const before = process.cpuUsage()
    for (let at = 0; at < 10_000; at++) scanPlanHeader(text.replace('0042', String(at).padStart(4, '0')))
    // Processor time: a busy machine is not a slow scan.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(900)
  })
})
