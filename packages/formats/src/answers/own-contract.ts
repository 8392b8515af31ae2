/** Makes an answer contract of a JSON schema that a user's own playbook brings. */
import * as z from 'zod'
import { unlocated } from '../text/located-value.ts'
import { checkAgainst } from '../text/schema-problems.ts'
import { type Contract, contractOf } from './contract.ts'

export function ownContract(name: string, jsonSchema: Readonly<Record<string, unknown>>): Contract {
  const schema = z.fromJSONSchema(jsonSchema)
  const structured = (value: unknown) => checkAgainst(schema, unlocated(value), name)
  return contractOf(name, { jsonSchema, structured }, '', (answer) => answer)
}
