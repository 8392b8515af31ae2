import type { FinalAnswer } from '@harness/core/playbooks/handbook/answers'
import { describe, expect, it } from 'vitest'
import { contractsOf } from '../../test-support/contracts-of.ts'
import { handbookContracts } from './contracts.ts'

const contractNamed = contractsOf(...handbookContracts)

const contract = contractNamed('final-critique')
const finding = { severity: 'High', title: 'It is dim', detail: '', file: 'src/a.css', line: 3 }

describe('HB-51 the answer of the last critique', () => {
  it('has findings, and a status for each issue of the punch list', () => {
    const answer = {
      findings: [finding],
      punch_list: [
        { id: '1.1-1', status: 'no longer seen', evidence: 'src/a.css:3 is black.' },
        { id: '1.1-2', status: 'Still_there' },
      ],
    }
    const output = {
      kind: 'final-critique',
      findings: [finding],
      issues: [
        { id: '1.1-1', status: 'no longer seen', evidence: 'src/a.css:3 is black.' },
        { id: '1.1-2', status: 'still there', evidence: '' },
      ],
    }
    expect(contract.parse(answer, '')).toEqual({ ok: true, output })
    expect(contract.parse(undefined, JSON.stringify(answer))).toEqual({ ok: true, output })
  })
  it('may be a list of findings, which answers for no issue', () =>
    expect(contract.parse(undefined, '- [High] It is dim (src/a.css:3)')).toEqual({
      ok: true,
      output: { kind: 'final-critique', findings: [finding], issues: [] },
    }))
  const critical = {
    severity: 'Critical',
    title: 'Saving loses the draft',
    detail: '',
    file: null,
    line: null,
  }
  it.each([
    ['an unknown status', [{ id: '1.1-1', status: 'fixed' }], []],
    ['no id', [{ status: 'still there' }], []],
    ['no object', ['1.1-1'], []],
    ['another field', [{ id: '1.1-1', status: 'No longer seen.', note: 'x' }], ['1.1-1 no longer seen']],
    [
      'long evidence',
      [{ id: '1.1-1', status: 'still there', evidence: 'x'.repeat(4_001) }],
      ['1.1-1 still there'],
    ],
  ])('keeps its findings beside an entry with %s', (_, punch_list, answered) => {
    const result = contract.parse({ findings: [critical], punch_list }, '')
    expect(result).toMatchObject({ ok: true, output: { findings: [critical] } })
    const { issues } = (result.ok ? result.output : { issues: [] }) as FinalAnswer
    expect(issues.map(({ id, status }) => `${id} ${status}`)).toEqual(answered)
  })
  it('is read behind a line of words', () =>
    expect(
      contract.parse(undefined, `Here is my answer:\n${JSON.stringify({ findings: [critical] })}\nDone.`),
    ).toMatchObject({ ok: true, output: { findings: [critical], issues: [] } }))
  it('counts a finding in another form', () =>
    expect(
      contract.parse(
        {
          findings: [{ ...critical, where: 'a.ts' }, { severity: 'Blocker', title: 'It hangs' }, 'It is dim'],
        },
        '',
      ),
    ).toMatchObject({
      ok: true,
      output: { findings: [critical, { severity: 'High', title: 'It hangs' }, { severity: 'High' }] },
    }))
  it('is refused without findings', () =>
    expect(contract.parse({ punch_list: [] }, '')).toMatchObject({
      ok: false,
      problems: [expect.stringContaining('findings')],
    }))
  it('is no answer if it is prose', () =>
    expect(contract.parse(undefined, 'It is all rather nice.')).toMatchObject({ ok: false }))
})
