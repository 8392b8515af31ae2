/**
 * Owns what harness.config.ts says of the user's own playbooks: who they are, and the section of the config that has the
 * name of each. Their functions are not here: only a command that drives a run loads them.
 */
import type { ModelTier } from '@harness/core/kernel/agent'
import type { OwnDescription } from '@harness/core/playbooks/own/definition'
import * as z from 'zod'
import { type FormatProblem, type Parsed, parsed, refused } from '../text/format-problem.ts'
import { isObject } from '../text/is-object.ts'
import { unlocated } from '../text/located-value.ts'
import { checkAgainst } from '../text/schema-problems.ts'
import { shown } from '../text/shown.ts'

export interface ConfiguredPlaybook {
  readonly description: OwnDescription
  /** Its section, with the defaults of its schema. */
  readonly config: unknown
}

/** Stands for a function in what the thread that runs the config hands over. */
export const functionMark = '[function]'

const name = z.string().regex(/^[a-z][a-z0-9-]{0,40}$/, 'a name of small letters, digits and dashes')
const func = z.literal(functionMark, 'a function')
const about = z.string().max(500).optional()

const playbook = z.strictObject({
  name,
  version: z.int().min(1),
  description: about,
  words: z.array(z.strictObject({ name, about, required: z.boolean().optional() })).optional(),
  options: z.array(z.strictObject({ name, about, value: z.boolean().optional() })).optional(),
  roles: z
    .record(
      name,
      z.strictObject({
        mode: z.enum(['exec', 'review', 'complete']),
        tier: z.enum(['executor', 'advisor', 'evaluator', 'verifier'] satisfies ModelTier[]).optional(),
        prompt: z.string().min(1).optional(),
        contract: z.string().optional(),
      }),
    )
    .optional(),
  contracts: z.record(name, z.unknown()).optional(),
  config: z.unknown().optional(),
  initialState: func,
  decide: func,
  evolve: func,
  report: func,
})

const section = z.strictObject({ playbooks: z.array(playbook) })

/** `value` is the whole config. `taken` are the names of its other sections. */
export function parseOwnPlaybooks(
  value: Readonly<Record<string, unknown>>,
  file: string,
  taken: readonly string[],
): Parsed<readonly ConfiguredPlaybook[]> {
  const checked = checkAgainst(section, unlocated({ playbooks: value.playbooks }), file)
  if (!checked.ok) return checked
  const configured: ConfiguredPlaybook[] = []
  const problems: FormatProblem[] = []
  checked.value.playbooks.forEach(({ initialState, decide, evolve, report, ...description }, index) => {
    const complain = (field: string, expected: string, found: unknown): void => {
      const at = `playbooks[${index}].${field}`
      problems.push({ file, line: null, column: null, field: at, expected, found: shown(found), hint: null })
    }
    const of = `of the playbook ${description.name}`
    if (taken.includes(description.name))
      complain('name', 'a name that no section of the config has', description.name)
    const { contracts = {}, roles = {} } = description
    for (const [contract, schema] of Object.entries(contracts)) {
      const why = whyNoSchema(schema)
      if (why !== null)
        complain(
          `contracts.${contract}`,
          `a JSON schema of an object for the contract ${contract} ${of}${why}`,
          schema,
        )
    }
    for (const [role, { contract }] of Object.entries(roles))
      if (contract !== undefined && !Object.hasOwn(contracts, contract))
        complain(
          `roles.${role}.contract`,
          `a contract ${of} (${Object.keys(contracts).join(', ')})`,
          contract,
        )
    const why = description.config === undefined ? null : whyNoSchema(description.config)
    if (why !== null)
      complain('config', `a JSON schema of an object for the section ${of}${why}`, description.config)
    if (problems.length > 0) return
    const read = sectionOf(description as OwnDescription, value, file)
    if (read.ok) configured.push({ description: description as OwnDescription, config: read.value })
    else problems.push(...read.problems)
  })
  return problems.length > 0 ? refused(problems) : parsed(configured)
}

function sectionOf(
  { name, config }: OwnDescription,
  value: Readonly<Record<string, unknown>>,
  file: string,
): Parsed<unknown> {
  if (config === undefined) return parsed({})
  const schema = z.object({ [name]: z.fromJSONSchema(config) })
  const read = checkAgainst(schema, unlocated({ [name]: value[name] ?? {} }), file)
  return read.ok ? parsed(read.value[name]) : read
}

/** Null if it is one; else what is wrong with it, if that can be told. */
function whyNoSchema(schema: unknown): string | null {
  if (!isObject(schema)) return ', with type: "object"'
  if (schema.type !== 'object') return `, with type: "object" and not ${shown(schema.type)}`
  try {
    z.fromJSONSchema(schema)
    return null
  } catch (error) {
    return ` (${error instanceof Error ? error.message : String(error)})`
  }
}
