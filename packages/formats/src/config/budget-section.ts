/** `budget`: how many tokens the product may use in a rolling window, and whether that stops the work. */
import * as z from 'zod'
import type { HarnessConfig } from './harness-config.ts'

export const ceilingTokens = z.int().min(1)

export const budgetSection = z
  .strictObject({
    ceilingTokens: ceilingTokens.default(5_000_000).describe('Tokens in the window, over all runs.'),
    windowDays: z.number().positive().max(365).default(7),
    hard: z
      .boolean()
      .default(false)
      .describe('Reaching the ceiling freezes the repository; else it is only shown.'),
  })
  .prefault({})
  .describe('What may be spent.')

const dayMs = 24 * 60 * 60 * 1000

export const resolveBudget = (section: z.output<typeof budgetSection>): HarnessConfig['budget'] => ({
  ceilingTokens: section.ceilingTokens,
  windowMs: Math.round(section.windowDays * dayMs),
  hard: section.hard,
})
