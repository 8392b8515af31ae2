import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { neverCrashes, valuesWith } from '../../test-support/fuzz.ts'
import { parseStructuredReview, review, reviewJsonSchema } from './review-contract.ts'

const finding = { severity: 'High', title: 'Loses data', detail: 'always', file: 'src/a.ts', line: 3 }

describe('DL-06 structured reviews', () => {
  it('DL-06 gives findings and verdict', () => {
    expect(parseStructuredReview({ findings: [finding], verdict: 'blocking findings' })).toEqual({
      ok: true,
      value: { findings: [finding], sentinel: false },
    })
  })

  it('DL-06 does without what a finding can do without', () => {
    expect(parseStructuredReview({ findings: [{ severity: ' high', title: ' x ' }] })).toEqual({
      ok: true,
      value: {
        findings: [{ severity: 'High', title: 'x', detail: '', file: null, line: null }],
        sentinel: false,
      },
    })
  })

  it('AG-17 a quote stands below the detail, as in text, and is what the contract holds against the transcript', () => {
    const quoted = { ...finding, quote: 'return a\n  - b' }
    const read = review.parse({ findings: [quoted, { ...finding, detail: '', quote: 'x y' }] }, '')
    expect(read).toMatchObject({
      output: { findings: [{ detail: 'always\n> return a\n>   - b' }, { detail: '> x y' }] },
    })
    const text = review.parse(
      undefined,
      '- [High] Loses data (src/a.ts:3)\n  always, see `a`:\n  > return a\n',
    )
    expect(read.ok && review.quoting?.quotesIn(read.output, [])).toEqual(['return a\n  - b', 'x y'])
    expect(text.ok && review.quoting?.quotesIn(text.output, [])).toEqual(['return a'])
  })

  it.each([
    [[], null, true],
    [[{ ...finding, severity: 'Low' }], null, true],
    [[finding], null, false],
    [[finding], 'no blocking findings', true],
  ])('DL-06 reports findings %j and verdict %j as they are', (findings, verdict, sentinel) => {
    expect(parseStructuredReview({ findings, verdict })).toMatchObject({ ok: true, value: { sentinel } })
  })

  it.each(['/etc/passwd', '../x', 'a\0b'])('QA-04 drops the path %j and keeps the finding', (file) => {
    expect(parseStructuredReview({ findings: [{ ...finding, file }] })).toMatchObject({
      value: { findings: [{ file: null }] },
    })
  })

  it.each([[[]], [[{ ...finding, severity: 'Low' }]]])(
    'DL-06 refuses “blocking findings” that names none: %j',
    (findings) => {
      expect(parseStructuredReview({ findings, verdict: 'blocking findings' })).toMatchObject({
        ok: false,
        problems: [{ field: 'verdict' }],
      })
    },
  )

  it('AG-04 says what breaks the contract', () => {
    expect(parseStructuredReview({ findings: [{ ...finding, severity: 'Major' }], extra: 1 })).toMatchObject({
      ok: false,
      problems: [
        {
          field: 'findings[0].severity',
          expected: 'one of "Critical", "High", "Medium", "Low"',
          found: '"Major"',
        },
        { field: 'extra' },
      ],
    })
  })

  it('AG-04 has a schema that providers can be held to: nothing optional, nothing beyond', () => {
    const schema = reviewJsonSchema()
    const accepts = new Ajv2020({ strict: true, strictTypes: false }).compile(schema)
    const quoted = { ...finding, quote: null }
    expect(accepts({ findings: [quoted], verdict: null })).toBe(true)
    expect(accepts({ findings: [quoted] })).toBe(false)
    expect(accepts({ findings: [finding], verdict: null })).toBe(false)
    expect(accepts({ findings: [{ ...quoted, more: 1 }], verdict: null })).toBe(false)
  })

  it('QA-03 any structured review gets an answer', () => {
    neverCrashes(valuesWith('findings', 'severity', 'title', 'verdict', 'High'), parseStructuredReview)
  })
})
