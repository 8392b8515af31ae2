import type { ContractEntry } from '@harness/core/playbooks/mission/state/mission-document'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { neverCrashes, textsLike } from '../../test-support/fuzz.ts'
import { describeProblem } from '../../text/format-problem.ts'
import { type ContractEdit, editContract, parseContract, printContract } from './contract-file.ts'

const written = `# Validation contract
Read this first.

### VAL-AUTH-001: User can log in with valid credentials
**Verify:** POST /login answers 200.
**Evidence:**
**Status:** [TODO]

A remark of a person.

### VAL-AUTH-002: A wrong password is refused
**Verify:** POST /login
answers 401.
**Status:** PASS
**Evidence:** \`curl\` says "401".

## Notes
More words.
`
const entries = (text: string): readonly ContractEntry[] => {
  const result = parseContract(text, 'contract.md')
  if (!result.ok) throw new Error(result.problems.map(describeProblem).join('\n'))
  return result.value.entries
}
const problems = (text: string): string => {
  const result = parseContract(text, 'contract.md')
  return result.ok ? '' : result.problems.map(describeProblem).join('\n')
}
const edit = (text: string, ...edits: readonly ContractEdit[]) => editContract(text, edits)
const passes: ContractEdit = {
  type: 'claim',
  id: 'VAL-AUTH-001',
  status: 'PASS',
  evidence: '`curl -i` says\n### VAL-AUTH-002: nothing\n**Status:** [FAIL]',
}

describe('MI-01 validation-contract.md', () => {
  it('is read: assertion, how to verify it, evidence and status', () => {
    expect(entries(written)).toEqual([
      {
        id: 'VAL-AUTH-001',
        assertion: 'User can log in with valid credentials',
        verify: 'POST /login answers 200.',
        evidence: '',
        status: 'TODO',
        rulings: [],
      },
      {
        id: 'VAL-AUTH-002',
        assertion: 'A wrong password is refused',
        verify: 'POST /login\nanswers 401.',
        evidence: '`curl` says "401".',
        status: 'PASS',
        rulings: [],
      },
    ])
  })
  it.each([
    [
      written.replace('[TODO]', '[MAYBE]'),
      'contract.md:7:1 VAL-AUTH-001: expected TODO, PASS, FAIL, found "MAYBE"',
    ],
    [written.replace('### VAL-AUTH-001', '### VAL-auth-1'), 'expected "### VAL-AUTH-001: <assertion>"'],
    [written.replace('VAL-AUTH-002', 'VAL-AUTH-001'), 'expected every claim once'],
  ])('is refused with the line where it is wrong: %#', (text, said) => expect(problems(text)).toContain(said))
  it('warns of fewer than 5 assertions and more than 80', () => {
    const warnings = (count: number) => {
      const list = Array.from({ length: count }, (_, nth) => ({
        ...(entries(written)[0] as ContractEntry),
        id: `VAL-X-${String(nth + 1).padStart(3, '0')}`,
      }))
      const result = parseContract(printContract(list), 'contract.md')
      return result.ok ? result.value.warnings : null
    }
    expect([warnings(4), warnings(5), warnings(80), warnings(81)]).toEqual([
      ['The contract has 4 assertions; fewer than 5 prove little.'],
      [],
      [],
      ['The contract has 81 assertions; more than 80 are hard to keep.'],
    ])
  })
  it('MI-07 status and evidence are edited in place, and all around them stays', () => {
    const { text } = edit(written, { ...passes, evidence: 'it says "200"' } as ContractEdit)
    expect(text).toBe(
      written.replace('**Evidence:**\n**Status:** [TODO]', '**Evidence:** it says "200"\n**Status:** [PASS]'),
    )
    const second = edit(text, {
      type: 'claim',
      id: 'VAL-AUTH-002',
      status: 'FAIL',
      evidence: 'it says "200"',
    })
    expect(second.text).toContain(
      '**Status:** [FAIL]\n**Evidence:** it says "200"\n\n## Notes\nMore words.\n',
    )
  })
  it('nothing that evidence says can pass for an entry or a field', () => {
    const { text } = edit(written, passes)
    expect(entries(text).map(({ id, status }) => [id, status])).toEqual([
      ['VAL-AUTH-001', 'PASS'],
      ['VAL-AUTH-002', 'PASS'],
    ])
    expect(entries(text)[0]?.evidence).toBe(passes.type === 'claim' ? passes.evidence : '')
    expect(edit(text, passes).text).toBe(text)
  })
  it('MI-08 a ruling is added below its entry, once', () => {
    const ruling: ContractEdit = {
      type: 'ruling',
      claim: 'VAL-AUTH-001',
      ruling: 'E-mail only: no names yet.',
    }
    const { text } = edit(written, ruling)
    expect(entries(text)[0]?.rulings).toEqual(['E-mail only: no names yet.'])
    expect(edit(text, ruling).text).toBe(text)
  })
  it('MI-09 an entry is added at the end, once; a claim that is gone is refused', () => {
    const entry = { ...(entries(written)[0] as ContractEntry), id: 'VAL-FIX-001' }
    const { text } = edit(written, { type: 'add-claim', entry })
    expect(entries(text).map(({ id }) => id)).toEqual(['VAL-AUTH-001', 'VAL-AUTH-002', 'VAL-FIX-001'])
    expect(edit(text, { type: 'add-claim', entry }).text).toBe(text)
    expect(edit(written, { ...passes, id: 'VAL-GONE-001' } as ContractEdit).refused).toEqual([
      {
        edit: 0,
        reason: 'gone',
        detail: 'VAL-GONE-001 is no longer in the validation contract',
        problems: [],
      },
    ])
  })
  it('whatever stands there, reading never crashes', () => neverCrashes(textsLike(written), parseContract))
  it('comes back as it was written, whatever agents say', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('PASS', 'FAIL'), (evidence, status) => {
        const { text } = edit(written, { type: 'claim', id: 'VAL-AUTH-001', status, evidence })
        expect(entries(text).map(({ id }) => id)).toEqual(['VAL-AUTH-001', 'VAL-AUTH-002'])
        expect(entries(text)[0]?.status).toBe(status)
      }),
    )
  })
})
