/** Owns the form in which the analyst answers: a product as data, held against what can be printed as a spec. */
import { oneLine } from '@harness/core/kernel/one-line'
import { priorities, type SiteAnalysis } from '@harness/core/playbooks/site-reverse/analysis'
import * as z from 'zod'
import type { Parsed } from '../../text/format-problem.ts'
import { unlocated } from '../../text/located-value.ts'
import { checkAgainst } from '../../text/schema-problems.ts'

/** Becomes part of one line; a comment in it would hide what follows. */
const line = z
  .string()
  .max(1_000)
  .refine((text) => !/<!--|-->/.test(text), 'a text without <!-- and -->')
  .transform((text) => oneLine(text).replace(/^(?:[#>|]+\s*|[-*+]\s+|```+|~~~+|\d+[.)]\s+)+/, ''))
  .refine((text) => text !== '', 'a text that is not empty')
const short = line.refine((text) => text.length <= 200, 'at most 200 characters')
const lines = z.array(line).max(50)
/** Stands in inline code. */
const path = z
  .string()
  .max(1_000)
  .refine((text) => /^\/[^\s`]*$/.test(text), 'the path of a page, such as /cart')

const analysis = z.strictObject({
  appName: short.describe('What the product calls itself.'),
  positioning: line.describe('What it is, for whom, and why they would choose it: one paragraph.'),
  targetUsers: lines.describe('Kinds of users, one each.'),
  coreUserJobs: lines.describe('What users come to get done, one each.'),
  pages: z
    .array(z.strictObject({ path, purpose: line }))
    .max(300)
    .describe('What each captured page is for.'),
  workflows: z
    .array(
      z.strictObject({
        name: short,
        steps: z.array(line).min(1).max(30),
        sourceEvidence: z.array(path).max(30).describe('Paths of captured pages that show it.'),
      }),
    )
    .max(40)
    .describe('What users do from beginning to end.'),
  features: z
    .array(z.strictObject({ name: short, description: line, priority: z.enum(priorities) }))
    .min(1)
    .max(100),
  uxImprovements: lines.describe('What a new version should do better.'),
  implementationExpectations: lines.describe('What the pages imply about how it must be built.'),
  acceptanceCriteria: z
    .array(
      z.strictObject({
        tag: z
          .string()
          .max(100)
          .refine(
            (text) => /^[a-z0-9][a-z0-9.-]*(?:\/[a-z0-9][a-z0-9.-]*)+$/.test(text),
            'a tag such as cart/add',
          ),
        text: line.describe('One sentence that a test can show.'),
      }),
    )
    .min(1)
    .max(100),
  risksOrUnknowns: lines.describe('What no page shows, and what may go wrong.'),
})

export const siteAnalysisJsonSchema = (): Readonly<Record<string, unknown>> =>
  z.toJSONSchema(analysis, { io: 'input', unrepresentable: 'any' })

export const parseSiteAnalysis = (value: unknown, file = 'analysis'): Parsed<SiteAnalysis> =>
  checkAgainst(analysis, unlocated(value), file)
