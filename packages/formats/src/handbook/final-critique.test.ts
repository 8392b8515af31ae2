import { describe, expect, it } from 'vitest'
import { contractNamed } from '../contracts.ts'

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
  it.each([
    [{ findings: [], punch_list: [{ id: '1.1-1', status: 'fixed' }] }, 'punch_list[0].status'],
    [{ findings: [], punch_list: [{ status: 'still there' }] }, 'punch_list[0].id'],
    [{ punch_list: [] }, 'findings'],
  ])('is refused with its place if it is %j', (answer, place) =>
    expect(contract.parse(answer, '')).toMatchObject({
      ok: false,
      problems: [expect.stringContaining(place)],
    }),
  )
  it('is no answer if it is prose', () =>
    expect(contract.parse(undefined, 'It is all rather nice.')).toMatchObject({ ok: false }))
})
