/** `review`: when a review may still raise what. */
import * as z from 'zod'

export const reviewSection = z
  .strictObject({
    ratchetFromPass: z
      .int()
      .min(1)
      .max(1000)
      .default(3)
      .describe('From this pass on, only Critical and High findings can be newly raised as blocking.'),
  })
  .prefault({})
  .describe('How reviews converge.')
