/** Owns the report of an agent that was sent to look for something: what it did, and what it found, as a list. */
import type { PromptReport } from '@harness/core/playbooks/handbook/answers'
import * as z from 'zod'
import type { Parsed } from '../../text/format-problem.ts'
import { unlocated } from '../../text/located-value.ts'
import { checkAgainst } from '../../text/schema-problems.ts'

const promptReport = z.strictObject({
  summary: z.string().max(20_000).describe('What you changed and why, and what you left out.'),
  findings: z
    .array(z.string().regex(/\S/, 'a finding'))
    .max(1000)
    .describe('One sentence for each thing you found, fixed or not; empty if there is nothing to find.'),
})

export const promptReportJsonSchema = (): Readonly<Record<string, unknown>> =>
  z.toJSONSchema(promptReport, { io: 'output' })

export const parsePromptReport = (value: unknown, file = 'report'): Parsed<PromptReport> =>
  checkAgainst(promptReport, unlocated(value), file)
