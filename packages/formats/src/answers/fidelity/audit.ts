/** Owns the form in which the auditor answers: each point of the spec with its state and its evidence. */
import type { Audit } from '@harness/core/playbooks/fidelity/audit'
import * as z from 'zod'
import { type Parsed, parsed } from '../../text/format-problem.ts'
import { unlocated } from '../../text/located-value.ts'
import { checkAgainst } from '../../text/schema-problems.ts'
import { planId, sentence, short } from '../plan-lines.ts'

/** Null or missing if there is none. */
const anyPlan = planId.nullable().optional()

const answer = z.strictObject({
  risk_score: z
    .number()
    .min(0)
    .max(100)
    .describe(
      'How much harm the differences can do, as you see it: 0 for none, 100 for a product to throw away.',
    ),
  requirements: z
    .array(
      z.strictObject({
        requirement: sentence.describe('One thing that the spec asks for, in its own words.'),
        status: z.enum(['met', 'partial', 'unmet']),
        plan_id: anyPlan.describe('The plan that delivers it; null if none does.'),
        notes: sentence.describe(
          'The evidence. If it is met or partial: the files that show it, such as src/cart.ts:12. If not: what is missing.',
        ),
      }),
    )
    .min(1)
    .max(500)
    .describe('All that the spec asks for, each thing once.'),
  drift: z
    .array(
      z.strictObject({
        plan_id: anyPlan.describe('The plan that brought it; null if none did.'),
        title: short.describe('What is there that the spec does not ask for.'),
        rationale: sentence.describe('Why it counts as drift, and the files that show it.'),
      }),
    )
    .max(200),
  risks: z
    .array(
      z.strictObject({
        level: z
          .string()
          .transform((text) => text.toLowerCase())
          .pipe(z.enum(['low', 'medium', 'high', 'critical'])),
        category: short,
        detail: sentence,
      }),
    )
    .max(200),
  recommended_actions: z
    .array(sentence)
    .max(100)
    .describe('What a person could do next, the most useful first.'),
})

export const auditJsonSchema = (): Readonly<Record<string, unknown>> =>
  z.toJSONSchema(answer, { io: 'input', unrepresentable: 'any' })

export function parseAudit(value: unknown, file = 'audit'): Parsed<Audit> {
  const checked = checkAgainst(answer, unlocated(value), file)
  return checked.ok ? parsed(auditOf(checked.value)) : checked
}

const auditOf = (written: z.output<typeof answer>): Audit => ({
  riskScore: written.risk_score,
  requirements: written.requirements.map(({ plan_id: id = null, ...one }) => ({ ...one, planId: id })),
  drift: written.drift.map(({ plan_id: id = null, ...one }) => ({ ...one, planId: id })),
  risks: written.risks,
  actions: written.recommended_actions,
})
