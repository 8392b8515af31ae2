/** One line of a JSON-lines sidecar, held against its schema. */
import type * as z from 'zod'

/** Null if the line is no such record. */
export function recordIn<Schema extends z.ZodType>(schema: Schema, line: string): z.output<Schema> | null {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return null
  }
  const checked = schema.safeParse(value)
  return checked.success ? checked.data : null
}
