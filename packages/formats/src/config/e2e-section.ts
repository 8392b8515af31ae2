/** `e2e`: the end-to-end tests, which run once a change is reviewed. */

import type { E2eSettings } from '@harness/core/playbooks/delivery/input'
import * as z from 'zod'
import { insidePath } from '../text/inside-path.ts'
import { line } from './words.ts'

const folder = insidePath.regex(/[^./]/, 'a folder inside the repository, not the repository itself')

export const e2eSection = z
  .strictObject({
    command: line.describe('The shell command, run in the lane. Exit code 0 is a pass.'),
    artifactDirs: z
      .array(folder)
      .max(20)
      .default([])
      .describe('Folders the tests write, such as "playwright-report": moved to the run’s own files.'),
    timeoutSec: z
      .number()
      .positive()
      .max(86_400)
      .default(1800)
      .describe('The tests fail when they take longer.'),
  })
  .optional()
  .describe('End-to-end tests: they run after a clean review, and what fails goes back to be fixed.')

/** How reports and evidence call it. */
export const e2eCheckName = 'e2e'

export const resolveE2e = (
  section: z.output<typeof e2eSection>,
  plainPath: (path: string) => string,
): E2eSettings | null =>
  section === undefined
    ? null
    : {
        check: {
          name: e2eCheckName,
          run: section.command,
          timeoutMs: Math.round(section.timeoutSec * 1000),
          claims: [],
        },
        artifactDirs: section.artifactDirs.map(plainPath),
      }
