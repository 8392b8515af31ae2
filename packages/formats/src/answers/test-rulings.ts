/** Owns the answer of the test judge: a ruling on each check in doubt. Any playbook with checks has it. */
import type { TestRulingsAnswer } from '@harness/core/work/test-judge'
import { testJudgeDuties } from '@harness/core/work/test-judge'
import * as z from 'zod'
import { unlocated } from '../text/located-value.ts'
import { checkAgainst } from '../text/schema-problems.ts'
import { type Contract, contractOf } from './contract.ts'

const rulings = z.strictObject({
  rulings: z
    .array(
      z.strictObject({
        check: z.string().regex(/\S/, 'the name of a check'),
        justified: z.boolean().describe('True only if the plan calls for what the check shows.'),
        quote: z
          .string()
          .max(4000)
          .describe('The words of the plan, word for word; empty if it is not justified.'),
        why: z.string().max(4000).describe('In one or two sentences.'),
      }),
    )
    .max(100),
})

const asked = `\`rulings\` has one entry for each check in doubt, with its name as it is written there. \`justified\` is true only if the plan calls for what the check shows; then \`quote\` has the words of the plan that say so, at least three, word for word. A quotation that does not stand in the plan justifies nothing. For example:

{"rulings": [{"check": "test", "justified": true, "quote": "Greet by the first name only", "why": "The old test expects the full name."}]}
{"rulings": [{"check": "test", "justified": false, "quote": "", "why": "The plan asks for a new export; the test of rounding was changed to expect the wrong sum."}]}`

export const testRulings: Contract<TestRulingsAnswer> = contractOf(
  testJudgeDuties.contract,
  {
    jsonSchema: z.toJSONSchema(rulings, { io: 'output' }),
    structured: (value: unknown) => checkAgainst(rulings, unlocated(value), 'test rulings'),
  },
  asked,
  (answer) => ({ kind: 'test-rulings', ...answer }),
)
