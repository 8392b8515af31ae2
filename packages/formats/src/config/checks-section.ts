/** `checks`: the commands whose exit codes are the only proof the harness accepts. */
import type { Check } from '@harness/core/kernel/check'
import { mergePolicies } from '@harness/core/playbooks/delivery/input'
import { baseChecks } from '@harness/core/work/base-first-state'
import * as z from 'zod'
import { line } from './words.ts'

const needed =
  'at least one check, such as {"name": "test", "run": "npm test"}: without one nothing could ever be proven'

export const check = z.strictObject({
  name: z
    .string()
    .max(100)
    .regex(/^\w[\w .:@/+-]*$/, 'a name that begins with a letter or digit')
    .describe('How reports and evidence call the check; each name once.'),
  run: line.describe('The shell command. Exit code 0 is a pass, anything else is not.'),
  timeoutSec: z
    .number()
    .positive()
    .max(86_400)
    .default(600)
    .describe('The check fails when it takes longer.'),
  claims: z
    .array(line)
    .default([])
    .describe('What a pass proves beside the name: acceptance tags, for example.'),
})

export const checksSection = z
  .array(check, { error: (issue) => (issue.input === undefined ? needed : undefined) })
  .min(1, needed)
  .max(100)
  .describe('Commands that prove a change. All of them must pass on exactly the tree that is merged.')

export const baseCheckField = z
  .enum(baseChecks)
  .default('before')
  .describe(
    'If the checks run on the untouched base: before the first agent starts, beside it, or not at all (off). A red base stops the run and asks.',
  )

export const mergePolicyField = z
  .enum(mergePolicies)
  .default('auto')
  .describe(
    'How a delivery merges: auto merges each change that has passed everything; ask opens a gate before each merge. Plans of the daemon are deliveries; other playbooks do not read this field.',
  )

export const resolveChecks = (section: readonly z.output<typeof check>[]): readonly Check[] =>
  section.map(({ name, run, timeoutSec, claims }) => ({
    name,
    run,
    timeoutMs: Math.round(timeoutSec * 1000),
    claims,
  }))
