/** `handbook`: how far a handbook may go, and what its prompts have to show. */
import type { ConfiguredVerification } from '@harness/core/playbooks/handbook/chosen-verification'
import {
  defaultLimits,
  defaultVerification,
  type HandbookInput,
} from '@harness/core/playbooks/handbook/input'
import * as z from 'zod'
import { insidePath } from '../text/inside-path.ts'
import { check, resolveChecks } from './checks-section.ts'
import { playbookSection } from './playbook-section.ts'
import { minutes } from './words.ts'

export interface HandbookConfig {
  readonly limits: HandbookInput['limits']
  readonly verification: ConfiguredVerification
}

const checks = z.array(check).max(100)

const handbookSection = z
  .strictObject({
    maxIterations: z
      .int()
      .min(1)
      .max(100_000)
      .default(defaultLimits.maxIterations)
      .describe(
        'Prompts that are completed, halted or skipped before the run ends; set when a handbook is begun.',
      ),
    timeoutMinutes: minutes
      .default(defaultLimits.timeoutMinutes)
      .describe('Time from the first beginning of a handbook after which nothing more is begun.'),
    verification: z
      .strictObject({
        always: checks
          .min(1)
          .optional()
          .describe('After every prompt that may change code; the `checks` of this config if absent.'),
        paths: z
          .array(insidePath)
          .optional()
          .describe(
            'Folders in which a change calls for more; by default src/pages, src/components and src/content.',
          ),
        whereTouched: checks
          .optional()
          .describe(
            'What it calls for; if absent, those of npm run build:data and npm run build that package.json has.',
          ),
      })
      .prefault({})
      .describe('What the harness itself runs before a box is ticked.'),
  })
  .prefault({})
  .describe('How IMPECCABLE_HANDBOOK.md is driven.')

export const handbookSettings = playbookSection({
  section: handbookSection,
  resolve({ maxIterations, timeoutMinutes, verification }, { plainPath }): HandbookConfig {
    const { always, paths, whereTouched } = verification
    return {
      limits: { maxIterations, timeoutMinutes },
      verification: {
        always: always === undefined ? null : resolveChecks(always),
        paths: paths === undefined ? defaultVerification.whereTouched.paths : paths.map(plainPath),
        whereTouched: whereTouched === undefined ? null : resolveChecks(whereTouched),
      },
    }
  },
})
