/** Reads the report that a release gate left for programs. */
import * as z from 'zod'
import { jsonObjectIn } from '../../text/json-value.ts'

const proof = z.object({ check: z.string(), line: z.string() })
const report = z.object({
  generatedAt: z.string(),
  specPath: z.string(),
  ready: z.boolean(),
  commit: z.string(),
  criteria: z.array(
    z.object({ tag: z.string(), status: z.string(), proof: proof.nullable(), why: z.string() }),
  ),
})

export type FiledReport = z.output<typeof report>

/** Null if the text is no such report. */
export function readReport(text: string): FiledReport | null {
  const read = report.safeParse(jsonObjectIn(text))
  return read.success ? read.data : null
}

const mark = z.object({ specPath: z.string(), at: z.string(), reportPath: z.string().nullable() })

export type ReadyMark = z.output<typeof mark>

/** What `RELEASE_READY` says; null if the text is no such mark. */
export function readReadyMark(text: string): ReadyMark | null {
  const read = mark.safeParse(jsonObjectIn(text))
  return read.success ? read.data : null
}
