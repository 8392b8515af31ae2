import { describe, expect, it } from 'vitest'
import { parseStructuredHandbookPlan } from '../../answers/handbook-generation/planned-handbook.ts'
import type { Texts } from '../codec/document-codec.ts'
import { plannedHandbookCodec } from './planned-handbook-codec.ts'
import { printHandbook } from './print-handbook.ts'
import { plannedAnswer, plannedFor } from './test-support/planned.ts'

const read = parseStructuredHandbookPlan(plannedAnswer)
if (!read.ok) throw new Error(JSON.stringify(read.problems))
const plan = read.value
const { handbook, skeleton } = printHandbook(plan)
const product = plannedFor['PRODUCT.md'] ?? ''
const world = {
  redact: (text: string) => text,
  has: (path: string) => Object.keys(plannedFor).some((file) => file === path || file.startsWith(`${path}/`)),
}
const apply = (there: string | null, others: Texts, replace = false) =>
  plannedHandbookCodec.rewrite?.([there, ...others], [{ plan, replace }], world)
const printed = [
  { file: 0, text: handbook, keepsOld: true },
  { file: 1, text: skeleton, keepsOld: true },
]

describe('HB-42 the codec of a planned handbook', () => {
  it('writes the handbook and its skeleton, and the same again after a crash between them', () => {
    const writes = { texts: printed, refused: [] }
    expect(apply(null, [null, null, product, null])).toEqual(writes)
    expect(apply(handbook, [null, null, product, null])).toEqual(writes)
    expect(apply(handbook, [skeleton, '{}', product, null])).toEqual(writes)
  })

  it('replaces another handbook only on request, and takes the state of that one away first', () => {
    expect(apply('# Mine\n', ['{}', '{}', product, null])).toEqual({
      texts: [],
      refused: [
        {
          edit: 0,
          reason: 'taken',
          detail: 'There is a handbook already: IMPECCABLE_HANDBOOK.md, .impeccable-skeleton.json.',
          problems: [],
        },
      ],
    })
    expect(apply('# Mine\n', [null, '{}', product, null], true)).toEqual({
      refused: [],
      texts: [{ file: 2, text: null, keepsOld: true }, ...printed],
    })
  })

  it('refuses a plan that the linter objects to, with every objection', () => {
    const refused = plannedHandbookCodec.rewrite?.(
      [null, null, null, product, null],
      [{ plan, replace: false }],
      { ...world, has: () => false },
    )
    expect(refused).toMatchObject({
      texts: [],
      refused: [
        { reason: 'invalid', problems: expect.arrayContaining([expect.stringContaining('does not exist')]) },
      ],
    })
  })

  it('refuses without PRODUCT.md', () => {
    expect(apply(null, [null, null, null, null])).toMatchObject({
      texts: [],
      refused: [{ reason: 'missing' }],
    })
  })
})
