/** Owns a critic's verdict: pass or not, and what fails. Structured or nothing: prose is no verdict. */
import * as z from 'zod'
import { type Parsed, parsed } from '../text/format-problem.ts'
import { unlocated } from '../text/located-value.ts'
import { checkAgainst } from '../text/schema-problems.ts'

export interface Verdict {
  readonly pass: boolean
  readonly failures: readonly string[]
  readonly evidence?: readonly string[]
}

const verdict = z.strictObject({
  pass: z.boolean().describe('True only if nothing fails.'),
  failures: z.array(z.string()).describe('One sentence for each thing that fails; empty if nothing does.'),
  evidence: z
    .array(z.string())
    .default([])
    .describe(
      'For each thing that holds, what you saw, quoted word for word; empty if you were given all that you judge.',
    ),
})

export const verdictJsonSchema = (): Readonly<Record<string, unknown>> =>
  z.toJSONSchema(verdict, { io: 'output' })

export function parseStructuredVerdict(value: unknown, file = 'verdict'): Parsed<Verdict> {
  const checked = checkAgainst(verdict, unlocated(value), file)
  if (!checked.ok) return checked
  const { evidence, ...said } = checked.value
  return parsed(evidence.length === 0 ? said : { ...said, evidence })
}
