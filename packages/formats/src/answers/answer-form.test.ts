import { describe, expect, it } from 'vitest'
import { answerForm } from './answer-form.ts'
import type { Contract } from './contract.ts'
import { deliveryContracts } from './delivery/contracts.ts'
import { readDisputes } from './delivery/read-disputes.ts'
import { readNeed } from './delivery/read-need.ts'
import { handbookContracts } from './handbook/contracts.ts'
import { generationContracts } from './handbook-generation/contracts.ts'
import { missionContracts } from './mission/contracts.ts'
import { ownContract } from './own-contract.ts'
import { specContracts } from './spec/contracts.ts'
import { testRulings } from './test-rulings.ts'
import { workflowContracts } from './workflow/contracts.ts'

const contracts: readonly Contract[] = [
  ...deliveryContracts,
  ...handbookContracts,
  ...generationContracts,
  ...missionContracts,
  ...workflowContracts,
  testRulings,
  ...specContracts.filter(({ name }) => name.startsWith('spec-')),
]
const structured = contracts.filter(({ jsonSchema }) => jsonSchema !== null)
const examplesIn = ({ form }: Contract): readonly string[] => form.match(/^\{".*\}$/gm) ?? []

describe('AG-18 the form of an answer', () => {
  it.each(structured.filter(({ name }) => name !== 'handbook-plan'))(
    '$name shows answers that satisfy it',
    (one) => {
      const examples = examplesIn(one)
      expect(examples).not.toEqual([])
      for (const example of examples) {
        expect(one.parse(JSON.parse(example), '')).toMatchObject({ ok: true })
        expect(one.parse(undefined, `I looked at it all.\n\n${example}`)).toMatchObject({ ok: true })
      }
    },
  )

  it.each(structured)('$name asks for the schema alone, whoever holds the model to it', (one) => {
    const [sent, told] = [answerForm(one, true), answerForm(one, false)]
    for (const text of [sent, told]) {
      expect(text).toContain('one JSON object')
      expect(text).not.toMatch(/^- \[|^## |No findings\.|^VERDICT:|^TRICK:/m)
    }
    expect(sent).not.toContain('```')
    const schema: unknown = JSON.parse(/```json\n(.*)\n```/.exec(told)?.[1] ?? '')
    expect({ $schema: one.jsonSchema?.$schema, ...(schema as object) }).toEqual(one.jsonSchema)
  })

  it('work is text, and its examples are a dispute and a need', () => {
    const [work] = deliveryContracts
    expect(answerForm(work as Contract, true)).toBe(answerForm(work as Contract, false))
    expect(readNeed(answerForm(work as Contract, true))).toMatchObject({ kind: 'credential' })
    expect(readDisputes(answerForm(work as Contract, true))).toHaveLength(1)
  })

  it('a contract of a user’s own is asked for by its schema', () => {
    const own = ownContract('tally', { type: 'object', properties: { count: { type: 'number' } } })
    expect(answerForm(own, false)).toContain('"count"')
    expect(answerForm(own, true)).not.toContain('"count"')
  })
})
