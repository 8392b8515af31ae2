import { describe, expect, it } from 'vitest'
import { contractsOf } from '../test-support/contracts-of.ts'
import { contractNamed as contractIn } from './contract.ts'
import { deliveryContracts } from './delivery/contracts.ts'
import { handbookContracts } from './handbook/contracts.ts'
import { generationContracts } from './handbook-generation/contracts.ts'

const contractNamed = contractsOf(...deliveryContracts, ...handbookContracts, ...generationContracts)

const review = contractNamed('review')
const converged = { ok: true, output: { kind: 'review', findings: [], sentinel: true } }

describe('AG-04 output contracts', () => {
  it('AG-04 takes the structured answer if there is one', () => {
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

  it('AG-04 reads the text if there is none', () => {
    expect(review.parse(undefined, 'No findings.')).toEqual(converged)
    expect(review.parse(undefined, 'Fine!').ok).toBe(false)
  })

  it.each(['{"findings": []}', '```json\n{"findings": []}\n```', '\n```\n{"findings": []}\n```\n'])(
    'AG-04 reads the structured form given as text: %j',
    (text) => {
      expect(review.parse(undefined, text)).toEqual(converged)
    },
  )

  it('AG-04 lets any text through if nothing is asked for', () => {
    expect(contractNamed(null).parse(undefined, '')).toEqual({ ok: true, output: { kind: 'text' } })
  })

  it('AG-04 knows no other contract', () => {
    expect(contractIn('reveiw', deliveryContracts)).toBeUndefined()
  })

  it('AG-04 knows the contracts of its own playbook only', () => {
    expect(contractIn('pull-text', deliveryContracts)?.name).toBe('pull-text')
    expect(contractIn('pull-text', handbookContracts)).toBeUndefined()
  })
})

describe('contracts of the other roles', () => {
  it('DL-21 an answer that ends with a need is one, any other is text', () => {
    const work = contractNamed('work')
    expect(work.parse(undefined, 'Done.')).toEqual({ ok: true, output: { kind: 'text' } })
    expect(work.parse(undefined, 'Almost.\n\nNEED consent: Drop the table\nWhy: data')).toEqual({
      ok: true,
      output: { kind: 'need', need: { kind: 'consent', what: 'Drop the table', why: 'data', how: '' } },
    })
  })

  it('HB-23 what a prompt found is structured; prose is text, and another form is refused', () => {
    const report = contractNamed('prompt-report')
    const output = { kind: 'prompt-report', summary: 'Guarded.', findings: ['An empty name.'] }
    const { kind: _kind, ...said } = output
    expect(report.parse(said, '')).toEqual({ ok: true, output })
    expect(report.parse(undefined, JSON.stringify(said))).toEqual({ ok: true, output })
    expect(report.parse(undefined, 'No findings.')).toEqual({ ok: true, output: { kind: 'text' } })
    expect(report.parse({ summary: 'Guarded.' }, '')).toMatchObject({ ok: false })
    expect(report.parse({ ...said, findings: [' '] }, '')).toMatchObject({ ok: false })
  })

  it('HB-55 AG-18 prose is asked for again, and then kept as text, of reviews, critiques and reports', () => {
    const critique = contractNamed('critique')
    expect(critique.parse(undefined, 'It shouts.')).toMatchObject({ ok: false })
    expect(critique.parse(undefined, 'No findings.')).toEqual(
      contractNamed('review').parse(undefined, 'No findings.'),
    )
    for (const name of ['review', 'merge-check', 'critique', 'prompt-report'])
      expect(contractNamed(name).prose).toEqual({ kind: 'text' })
    for (const name of ['verdict', 'pull-text', 'handbook-plan'])
      expect(contractNamed(name)).not.toHaveProperty('prose')
  })

  it('DL-09 the PR writer answers in Markdown, or structured', () => {
    const output = { kind: 'pull-text', summary: 'a', risks: 'b' }
    const pull = contractNamed('pull-text')
    expect(pull.parse(undefined, '## Summary\na\n## Risks\nb')).toEqual({ ok: true, output })
    expect(pull.parse({ summary: 'a', risks: 'b' }, '')).toEqual({ ok: true, output })
    expect(pull.parse(undefined, 'All good!')).toMatchObject({ ok: false })
  })

  it('DL-10 only its own line ends a merge check', () => {
    const check = contractNamed('merge-check')
    expect(check.parse(undefined, 'No findings.').ok).toBe(false)
    expect(check.parse(undefined, 'No findings. Ready to enable auto-merge.')).toEqual(converged)
    expect(check.parse({ findings: [], ready: true }, '')).toEqual(converged)
  })
})
