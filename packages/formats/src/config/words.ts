/** The small shapes that several sections of the configuration share. */
import * as z from 'zod'

export const line = z.string().min(1).max(4000).regex(/\S/, 'a text that is not blank')

export const envName = z
  .string()
  .max(200)
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'the name of an environment variable: letters, digits and _')

export const modelName = z
  .string()
  .max(200)
  .regex(/^[A-Za-z0-9][^\s]*$/, 'the name of a model')

/** A narrower set than git's own, so that no name can be taken for an option, a range or a path elsewhere. */
export const branchName = z
  .string()
  .max(200)
  .regex(
    /^(?!.*(?:\.\.|\/\/|\/\.|\.lock(?:\/|$)|[/.]$))[\w\u00a1-\uffff][\w./@+#=,\u00a1-\uffff-]*$/,
    'the name of a branch',
  )

const week = 7 * 24 * 60
export const minutes = z.number().positive().max(week)
export const toMs = (inMinutes: number): number => Math.round(inMinutes * 60_000)
