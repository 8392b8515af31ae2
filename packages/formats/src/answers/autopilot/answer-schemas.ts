/** Owns the schemas of what the personas of an autopilot answer: what a provider is sent. Readers take more than that. */
import { confidences, outcomeVerdicts } from '@harness/core/playbooks/autopilot/answers'
import { findingSeverities } from '@harness/core/playbooks/autopilot/documents'
import * as z from 'zod'

const decisions = z.array(z.strictObject({ what: z.string(), why: z.string() }))
const outcomes = ['success', 'failure', 'gotcha', 'decision', 'observation'] as const
const sentences = z.array(z.string())

const schemaOf = (fields: z.ZodRawShape): Readonly<Record<string, unknown>> =>
  z.toJSONSchema(z.strictObject(fields), { io: 'output' })

export const planSchema = schemaOf({
  summary: z.string().describe('What the plan does.'),
  concerns: sentences.describe('What a person should look at before the plan is executed.'),
  decisions,
})

export const taskSchema = schemaOf({
  status: z.enum(['done', 'blocked']),
  summary: z.string().describe('What you did, and what you did not.'),
  problem: z.string().nullable().describe('What keeps the task from being done; null if it is done.'),
  concerns: sentences,
  decisions,
  learnings: z.array(z.strictObject({ outcome: z.enum(outcomes), text: z.string() })),
})

export const verificationSchema = schemaOf({
  passed: z.boolean(),
  truths: z.array(
    z.strictObject({
      truth: z.string().describe('As you were given it.'),
      holds: z.boolean(),
      evidence: z.string().describe('What you saw, quoted word for word.'),
    }),
  ),
  failures: sentences.describe('What is wrong beside the truths.'),
})

export const reviewSchema = schemaOf({
  findings: z.array(
    z.strictObject({
      severity: z.enum(findingSeverities),
      title: z.string().describe('One line: what is wrong.'),
      detail: z.string().describe('How to see it, and what would be right.'),
      file: z.string().nullable().describe('Path relative to the repository.'),
      line: z.int().nullable(),
    }),
  ),
})

export const outcomeSchema = schemaOf({
  verdict: z.enum(outcomeVerdicts),
  confidence: z.enum(confidences),
  reasons: sentences.describe('What you saw, quoted word for word.'),
})
