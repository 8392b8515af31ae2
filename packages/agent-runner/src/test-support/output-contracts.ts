/** Contracts for answers, as a role would have them. */
import type { OutputContract } from '../runner/output-contract.ts'

export interface Verdict {
  readonly pass: boolean
  readonly note?: string
}

export const verdict: OutputContract<Verdict> = {
  name: 'verdict',
  jsonSchema: {
    type: 'object',
    properties: { pass: { type: 'boolean' }, note: { type: 'string', minLength: 3 } },
    required: ['pass'],
    additionalProperties: false,
  },
  parse(structured) {
    const { pass, note } = (structured ?? {}) as { pass?: unknown; note?: unknown }
    if (typeof pass !== 'boolean') return { ok: false, problems: ['pass: expected true or false'] }
    if (note !== undefined && (typeof note !== 'string' || note.length < 3)) {
      return { ok: false, problems: ['note: expected at least three characters'] }
    }
    return { ok: true, output: note === undefined ? { pass } : { pass, note } }
  },
}
