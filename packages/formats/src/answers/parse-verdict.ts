/** Owns a critic's verdict: pass or not, and what fails. Structured or nothing: prose is no verdict. */
import * as z from 'zod'
import type { Parsed } from '../text/format-problem.ts'
import { unlocated } from '../text/located-value.ts'
import { checkAgainst } from '../text/schema-problems.ts'

export interface Verdict {
  readonly pass: boolean
  readonly failures: readonly string[]
}

const verdict = z.strictObject({
  pass: z.boolean().describe('True only if nothing fails.'),
  failures: z.array(z.string()).describe('One sentence for each thing that fails; empty if nothing does.'),
})

export const verdictJsonSchema = (): Readonly<Record<string, unknown>> =>
  z.toJSONSchema(verdict, { io: 'output' })

export const parseStructuredVerdict = (value: unknown, file = 'verdict'): Parsed<Verdict> =>
  checkAgainst(verdict, unlocated(value), file)
