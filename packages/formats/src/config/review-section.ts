/** `review`: when a review may still raise what, and how large a file may be. */
import * as z from 'zod'

export const reviewSection = z
  .strictObject({
    ratchetFromPass: z
      .int()
      .min(1)
      .max(1000)
      .default(3)
      .describe('From this pass on, only Critical and High findings can be newly raised as blocking.'),
    largestFileMb: z
      .number()
      .positive()
      .max(10_000)
      .default(5)
      .describe('A file that grows over this size is a suspicion, unless the plan names it.'),
  })
  .prefault({})
  .describe('How reviews converge, and what a change may hold.')
