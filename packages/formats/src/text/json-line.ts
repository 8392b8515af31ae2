/** One line of a JSON-lines sidecar, held against its schema. */

import type * as z from 'zod'
import { jsonIn } from './json-value.ts'

/** Null if the line is no such record. */
export function recordIn<Schema extends z.ZodType>(schema: Schema, line: string): z.output<Schema> | null {
  const checked = schema.safeParse(jsonIn(line))
  return checked.success ? checked.data : null
}
