import { describe, expect, it } from 'vitest'
import { contractNamed } from './contracts.ts'

const review = contractNamed('review')
const converged = { ok: true, output: { kind: 'review', findings: [], sentinel: true } }

describe('AG-04 output contracts', () => {
  it('AG-04 takes the structured answer where there is one', () => {
    expect(review.parse({ findings: [] }, 'whatever')).toEqual(converged)
    expect(review.parse({ finding: [] }, 'No findings.')).toEqual({
      ok: false,
      problems: [
        'review findings: expected a list, found nothing',
        'review finding: expected one of the fields findings, verdict, found the unknown field "finding"; did you mean "findings"?',
      ],
    })
    expect(review.parse(null, 'No findings.').ok).toBe(false)
  })

  it('AG-04 reads the text where there is none', () => {
    expect(review.parse(undefined, 'No findings.')).toEqual(converged)
    expect(review.parse(undefined, 'Fine!').ok).toBe(false)
  })

  it.each(['{"findings": []}', '```json\n{"findings": []}\n```', '\n```\n{"findings": []}\n```\n'])(
    'AG-04 reads the structured form given as text: %j',
    (text) => {
      expect(review.parse(undefined, text)).toEqual(converged)
    },
  )

  it('AG-04 lets any text through where nothing is asked for', () => {
    expect(contractNamed(null).parse(undefined, '')).toEqual({ ok: true, output: { kind: 'text' } })
  })

  it('AG-04 knows no other contract', () => {
    expect(() => contractNamed('reveiw')).toThrow('no output contract is called reveiw')
  })
})
