/** Reads the report that an audit left for programs, and what a person accepted. */
import * as z from 'zod'
import { jsonObjectIn } from '../../text/json-value.ts'

const report = z.object({
  generatedAt: z.string(),
  specPath: z.string(),
  specCommit: z.string(),
  score: z.number(),
  exceedsThreshold: z.boolean(),
})

export type FiledReport = z.output<typeof report>

/** Null if the text is no such report. */
export function readFidelityReport(text: string): FiledReport | null {
  const read = report.safeParse(jsonObjectIn(text))
  return read.success ? read.data : null
}

const accepted = z.object({
  specPath: z.string(),
  specCommit: z.string(),
  score: z.number(),
  by: z.string(),
  reason: z.string(),
})

/** Null if the text is no such record. */
export function readAccepted(text: string): z.output<typeof accepted> | null {
  const read = accepted.safeParse(jsonObjectIn(text))
  return read.success ? read.data : null
}
