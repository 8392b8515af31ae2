/** Owns the form in which a planner answers: a whole handbook as data, held against what can be printed as one. */

import { oneLine } from '@harness/core/kernel/one-line'
import type {
  PlannedHandbook,
  PlannedPhase,
  PlannedPrompt,
} from '@harness/core/playbooks/handbook/planned-handbook'
import * as z from 'zod'
import { type Parsed, parsed } from '../../text/format-problem.ts'
import { unlocated } from '../../text/located-value.ts'
import { checkAgainst } from '../../text/schema-problems.ts'
import { expectedSignals } from '../handbook/scope-envelope.ts'

/** Becomes one line of the handbook; a comment in it would hide what follows. */
const line = z
  .string()
  .max(4_000)
  .refine((text) => !/<!--|-->/.test(text), 'a text without <!-- and -->')
  .transform(oneLine)
const sentence = line.refine((text) => text !== '', 'a text that is not empty')
/** Stands as a paragraph of its own. */
const prose = line.refine((text) => !/^([#>|]|[-*+]\s|```|~~~|\d+[.)]\s)/.test(text), 'plain prose')
/** An item of a list in a scope: what would end the item cannot be in it. */
const item = sentence.refine((text) => !/[,;{}]/.test(text), 'a name without , ; { }')
const promptId = z.string().refine((text) => /^\d+\.\d+$/.test(text), 'an id such as "2.3"')
const size = z.int().min(0).max(1_000_000)

const prompt = z.strictObject({
  id: promptId.describe('Phase and place in it, such as "2.3".'),
  title: sentence.describe('A few words: what it is about.'),
  verb: z
    .string()
    .refine((word) => /^[a-z][a-z-]*$/.test(word), 'one word in small letters')
    .describe('document, critique, audit, shape, craft, harden, adapt, polish or another.'),
  text: sentence.describe('The whole prompt as one paragraph; begins with "/impeccable <verb> ".'),
  paths: z.array(item).describe('Files and folders that exist and that it may change or looks at.'),
  symbols: z.array(item),
  product_md_rules: z
    .array(sentence)
    .describe('Headings or Named Rules of PRODUCT.md that it needs; as there.'),
  design_md_rules: z.array(sentence).describe('The same of DESIGN.md.'),
  loc: size.nullable().describe('Lines it should change; null if unknown.'),
  loc_floor: size.describe('How many more are fine.'),
  files: size.nullable(),
  files_floor: size,
  confidence: z
    .enum(['high', 'medium', 'low', 'unbounded'])
    .describe('In the sizes; unbounded where loc is null.'),
  expected_signal: z
    .enum(expectedSignals)
    .describe('require_nonempty where coming back with nothing is a failure.'),
  success: sentence.describe('One sentence: how to tell that it succeeded.'),
  failure_modes: sentence.describe('One sentence: how it usually goes wrong.'),
  paired_with: promptId.nullable().describe('The craft of this shape, or the shape of this craft.'),
  depends_on: z.array(promptId).describe('Prompts of the same phase that must be done before.'),
})

const phase = z.strictObject({
  number: z.int().min(0).max(99),
  title: sentence,
  preamble: prose.describe('A short paragraph that every agent of the phase is told.'),
  prompts: z.array(prompt).min(1),
  close: z
    .strictObject({
      commands: z.array(
        sentence.refine((command) => !command.includes('```'), 'a command without a code fence'),
      ),
      prompt: sentence
        .nullable()
        .describe('What a reader should confirm before the next phase; null for none.'),
    })
    .nullable()
    .describe('What must pass before the next phase begins.'),
})

const plan = z.strictObject({
  determinism_notes: z.array(sentence).describe('What every agent must keep to, one sentence each.'),
  phases: z.array(phase).min(1),
})

export const handbookPlanJsonSchema = (): Readonly<Record<string, unknown>> =>
  z.toJSONSchema(plan, { io: 'input', unrepresentable: 'any' })

export function parseStructuredHandbookPlan(value: unknown, file = 'plan'): Parsed<PlannedHandbook> {
  const checked = checkAgainst(plan, unlocated(value), file)
  return checked.ok
    ? parsed({
        determinismNotes: checked.value.determinism_notes,
        phases: checked.value.phases.map(plannedPhase),
      })
    : checked
}

const plannedPhase = ({ prompts, ...rest }: z.output<typeof phase>): PlannedPhase => ({
  ...rest,
  prompts: prompts.map(plannedPrompt),
})

const plannedPrompt = (written: z.output<typeof prompt>): PlannedPrompt => ({
  id: written.id,
  title: written.title,
  verb: written.verb,
  text: written.text,
  paths: written.paths,
  symbols: written.symbols,
  productRules: written.product_md_rules,
  designRules: written.design_md_rules,
  loc: written.loc,
  locFloor: written.loc_floor,
  files: written.files,
  filesFloor: written.files_floor,
  confidence: written.confidence,
  expectedSignal: written.expected_signal,
  success: written.success,
  failureModes: written.failure_modes,
  pairedWith: written.paired_with,
  dependsOn: written.depends_on,
})
