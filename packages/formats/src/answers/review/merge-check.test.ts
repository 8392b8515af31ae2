import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { neverCrashes, textsLike, valuesWith } from '../../test-support/fuzz.ts'
import { mergeCheckJsonSchema, parseMergeCheck, parseStructuredMergeCheck } from './merge-check.ts'

const ready = 'No findings. Ready to enable auto-merge.'
const high = { severity: 'High', title: 'Loses data', detail: '', file: 'src/a.ts', line: 3 }
const low = { ...high, severity: 'Low' }

describe('DL-10 merge checks', () => {
  it.each([
    ready,
    `\n\n${ready}\nEverything is in place.`,
    `I looked at it all.\n\n**${ready}**`,
    'No findings. Ready to enable auto-merge',
    `«${ready}»`,
    `- ${ready}`,
    `## ${ready}`,
  ])('DL-10 AG-18 lets through %j', (text) => {
    expect(parseMergeCheck(text)).toEqual({ ok: true, value: { findings: [], sentinel: true } })
  })

  it.each([
    'No findings.',
    'No blocking findings.',
    'Ready to enable auto-merge.',
    `${ready} But look at the tests.`,
    `> ${ready}`,
    `- ${ready}\n- not the parser`,
    `## Totals\n- ${ready}\n## Parser\nIt is wrong.`,
    `\`\`\`\n${ready}\n\`\`\``,
    '',
    '- [Low] Loses data (src/a.ts:3)',
    '## High\nNone.',
    `- total() crashes\n\n${ready}`,
    `On the style of the tests:\n\n${ready}`,
    `The totals are wrong.\n\n## Tests\n\n${ready}`,
  ])('DL-10 does not let through %j, and says what would', (text) => {
    expect(parseMergeCheck(text, 'answer')).toMatchObject({
      ok: false,
      problems: [{ file: 'answer', expected: expect.stringContaining(`or the words "${ready}"`) }],
    })
  })

  it('DL-10 takes the line beside a blocking finding for none', () => {
    const value = { findings: [high], sentinel: false }
    expect(parseMergeCheck(`${ready}\n\n- [High] Loses data (src/a.ts:3)`)).toEqual({ ok: true, value })
    expect(parseStructuredMergeCheck({ findings: [high], ready: true })).toEqual({ ok: true, value })
  })

  it('DL-10 keeps Low findings beside the line', () => {
    const value = { findings: [low], sentinel: true }
    expect(parseMergeCheck(`${ready}\n\n- [Low] Loses data (src/a.ts:3)`)).toEqual({ ok: true, value })
    expect(parseStructuredMergeCheck({ findings: [low], ready: true })).toEqual({ ok: true, value })
  })

  it('DL-10 wants a structured check that is not ready to say why', () => {
    expect(parseStructuredMergeCheck({ findings: [], ready: false }).ok).toBe(false)
    expect(parseStructuredMergeCheck({ findings: [low], ready: false }).ok).toBe(false)
    expect(parseStructuredMergeCheck({ findings: [] }).ok).toBe(false)
  })

  it('AG-04 has a schema that providers can be held to', () => {
    const accepts = new Ajv2020({ strict: true, strictTypes: false }).compile(mergeCheckJsonSchema())
    expect(accepts({ findings: [{ ...high, quote: null }], ready: false })).toBe(true)
    expect(accepts({ findings: [high] })).toBe(false)
  })

  it('QA-03 any merge check gets an answer', () => {
    neverCrashes(textsLike(`- [High] a (b.ts:1)\n${ready}\n`, ready), parseMergeCheck)
    neverCrashes(valuesWith('findings', 'severity', 'title', 'ready', 'High'), parseStructuredMergeCheck)
  })
})
