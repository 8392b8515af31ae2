/** Owns the form in which the planner answers: plans as data, held against what can be printed as a plan file. */
import type { Proposal } from '@harness/core/playbooks/planning/proposal'
import * as z from 'zod'
import { type Parsed, parsed } from '../../text/format-problem.ts'
import { unlocated } from '../../text/located-value.ts'
import { checkAgainst } from '../../text/schema-problems.ts'
import { planId, sentence, short } from '../plan-lines.ts'

/** Is a paragraph of its own. */
const prose = sentence.refine((text) => !/^([#>|]|[-*+]\s|```|~~~|\d+[.)]\s)/.test(text), 'plain prose')

const proposal = z.strictObject({
  id: planId.describe('Four digits, after all that there are.'),
  slug: z
    .string()
    .refine((text) => /^[a-z0-9-]{3,80}$/.test(text) && !text.startsWith('-'), '3 to 80 of a-z, 0-9 and -')
    .describe('Part of the file name: a few words in small letters, with dashes.'),
  title: short.describe('What is delivered, in a few words.'),
  phase: short.describe('The part of the product that it belongs to.'),
  depends_on: z.array(planId).max(100).describe('Ids that must be completed before; of new plans or others.'),
  estimated_passes: z.int().min(1).max(100).describe('Rounds of review and fix that it will take.'),
  summary: prose.describe('The goal as one paragraph: the outcome, and why.'),
  scope_bullets: z.array(sentence).min(1).max(50).describe('What is built, one piece each.'),
  acceptance_tags: z
    .array(z.string().refine((text) => /^\S{1,200}$/.test(text), 'a tag without spaces'))
    .max(100)
    .describe('Tags of the acceptance file that hold once it is delivered.'),
})

const answer = z.strictObject({ proposals: z.array(proposal).min(1).max(1_000) })

export const proposalsJsonSchema = (): Readonly<Record<string, unknown>> =>
  z.toJSONSchema(answer, { io: 'input', unrepresentable: 'any' })

export function parseProposals(value: unknown, file = 'proposals'): Parsed<readonly Proposal[]> {
  const checked = checkAgainst(answer, unlocated(value), file)
  return checked.ok ? parsed(checked.value.proposals.map(proposalOf)) : checked
}

const proposalOf = (written: z.output<typeof proposal>): Proposal => ({
  id: written.id,
  slug: written.slug,
  title: written.title,
  phase: written.phase,
  dependsOn: written.depends_on,
  estimatedPasses: written.estimated_passes,
  summary: written.summary,
  scope: written.scope_bullets,
  acceptanceTags: written.acceptance_tags,
})
