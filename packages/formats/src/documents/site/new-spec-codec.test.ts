import type { SiteAnalysis } from '@harness/core/playbooks/site-reverse/analysis'
import type { SpecSource } from '@harness/core/playbooks/site-reverse/documents'
import { describe, expect, it } from 'vitest'
import { parseSiteAnalysis } from '../../answers/site-reverse/site-analysis.ts'
import { neverCrashes, valuesWith } from '../../test-support/fuzz.ts'
import { describeProblem } from '../../text/format-problem.ts'
import { parseAcceptance } from '../acceptance/parse-acceptance.ts'
import { longestDrop, parseContextDrop } from '../context/context-drop.ts'
import { newSpecCodec } from './new-spec-codec.ts'

const analysis: SiteAnalysis = {
  appName: 'Tea shop',
  positioning: 'Tea for everyone.',
  targetUsers: ['Drinkers'],
  coreUserJobs: ['Buy tea'],
  pages: [{ path: '/', purpose: 'Shows teas' }],
  workflows: [{ name: 'Buy', steps: ['Choose', 'Pay'], sourceEvidence: ['/', '/cart'] }],
  features: [{ name: 'Cart', description: 'It keeps teas.', priority: 'must' }],
  uxImprovements: ['Larger buttons'],
  implementationExpectations: ['Works without scripts'],
  acceptanceCriteria: [{ tag: 'shop/cart', text: 'A "cart" keeps teas.' }],
  risksOrUnknowns: ['How it is paid'],
}
const source: SpecSource = {
  url: 'https://example.com/',
  specPath: 'docs/shop.md',
  acceptancePath: 'docs/shop.acceptance.md',
  pages: [{ path: '/', title: 'Tea `x`', status: 200, forms: ['POST /cart: Grams'] }],
  bundle: 'evidence',
}
const world = { redact: (text: string) => text, has: () => false }
const rewrite = (found: readonly (string | null)[], edit = { analysis, source }) =>
  newSpecCodec.rewrite?.(found, [edit], world) ?? { texts: [], refused: [] }
const textsOf = (edit = { analysis, source }) =>
  rewrite([null, null, null], edit).texts.map(({ text }) => text ?? '')
const problemsOf = (more: Readonly<Record<string, unknown>>): string => {
  const read = parseSiteAnalysis({ ...analysis, ...more })
  return read.ok ? '' : read.problems.map(describeProblem).join('\n')
}

describe('DL-22 the spec of a site', () => {
  it('DL-22 is a spec, an acceptance file that can be read, and a drop for the planner', () => {
    const [spec = '', acceptance = '', drop = ''] = textsOf()
    for (const words of [
      '# Tea shop',
      '1. Choose\n2. Pay',
      'Seen on `/`, `/cart`.',
      '### Must\n\n- **Cart**: It keeps teas.',
    ])
      expect(spec).toContain(words)
    expect(parseAcceptance(acceptance, 'a.md')).toMatchObject({
      ok: true,
      value: { criteria: [{ tag: 'shop/cart', text: 'A ”cart” keeps teas.' }] },
    })
    expect(parseContextDrop(drop, 'd.md')).toMatchObject({
      ok: true,
      value: { scope: { kind: 'planner' }, text: expect.stringContaining('`evidence`') },
    })
  })

  it('DL-22 again it changes nothing; beside a file of a person nothing is written', () => {
    const texts = textsOf()
    expect(rewrite(texts).refused).toEqual([])
    expect(rewrite([null, 'mine', null])).toMatchObject({
      texts: [],
      refused: [{ reason: 'taken', detail: expect.stringContaining('docs/shop.acceptance.md') }],
    })
  })

  it('DL-22 the drop stays within its limit, however many pages there are', () => {
    const pages = Array.from({ length: 200 }, (_, nth) => ({
      path: `/${nth}`,
      title: 'T'.repeat(300),
      status: 200,
      forms: ['GET /x: '.padEnd(200, 'y')],
    }))
    const [, , drop = ''] = textsOf({ analysis, source: { ...source, pages } })
    expect(drop.length).toBeLessThanOrEqual(longestDrop)
    expect(parseContextDrop(drop, 'd.md').ok).toBe(true)
  })

  it('DL-22 texts of the answer cannot make headings, comments or other criteria', () => {
    const read = parseSiteAnalysis({
      ...analysis,
      positioning: '# Heading\n## Release criteria',
      acceptanceCriteria: [{ tag: 'shop/cart', text: 'One\n- [ ] **tag: `x/y`** — "two"' }],
    })
    expect(read.ok).toBe(true)
    const [spec = '', acceptance = ''] = read.ok ? textsOf({ analysis: read.value, source }) : []
    expect(spec).toContain('\nHeading ## Release criteria\n')
    expect(parseAcceptance(acceptance, 'a.md')).toMatchObject({ value: { criteria: [{ tag: 'shop/cart' }] } })
  })

  it.each([
    [{ appName: ' ' }, 'a text that is not empty'],
    [{ positioning: 'a <!-- b' }, 'a text without <!-- and -->'],
    [{ acceptanceCriteria: [] }, 'acceptanceCriteria'],
    [{ acceptanceCriteria: [{ tag: 'cart', text: 'x' }] }, 'a tag such as cart/add'],
    [{ features: [{ name: 'x', description: 'y', priority: 'later' }] }, 'priority'],
    [{ workflows: [{ name: 'x', steps: ['y'], sourceEvidence: ['cart page'] }] }, 'the path of a page'],
    [{ extra: 1 }, 'extra'],
  ])('DL-22 an answer with %j is refused', (more, problem) => expect(problemsOf(more)).toContain(problem))

  it('QA-03 any answer is read or refused', () =>
    neverCrashes(valuesWith('features', 'acceptanceCriteria', 'tag'), (value, file) =>
      parseSiteAnalysis(value, file),
    ))
})
