/** Owns texts of an answer that become lines of a plan. */
import { oneLine } from '@harness/core/kernel/one-line'
import * as z from 'zod'

/** Becomes one line; a comment in it would hide what follows. */
const line = z
  .string()
  .max(2_000)
  .refine((text) => !/<!--|-->/.test(text), 'a text without <!-- and -->')
  .transform(oneLine)
export const sentence = line.refine((text) => text !== '', 'a text that is not empty')
export const short = sentence.refine((text) => text.length <= 200, 'at most 200 characters')
export const planId = z.string().refine((text) => /^\d{4}$/.test(text), 'four digits, such as "0042"')
