/** A line of `.impeccable-overruns.jsonl`: a prompt that came to more than was expected of it. */
import type { Overrun } from '@harness/core/playbooks/handbook/budgets'
import * as z from 'zod'
import { recordIn } from '../../text/json-line.ts'
import { printMoment } from '../../text/moment.ts'
import { moment } from './sidecar-moment.ts'

const size = z.preprocess(
  (value) => (value === '∞' ? null : value),
  z.number().min(0).nullable().default(null),
)

const overrunLine = z.looseObject({
  prompt_id: z.string().min(1),
  expected_loc: size,
  actual_loc: z.int().min(0),
  expected_files: size,
  actual_files: z.int().min(0),
  ratio: z.number().min(0).nullable().default(null),
  out_of_scope_files: z.array(z.string()).default([]),
  sub_agent_summary: z.string().default(''),
  timestamp: moment,
})

/** Null if the line is none: the last one of a run that is just being written, or one that a person edited. */
export function parseOverrunLine(line: string): Overrun | null {
  const record = recordIn(overrunLine, line)
  return record === null
    ? null
    : {
        promptId: record.prompt_id,
        expectedLoc: record.expected_loc,
        actualLoc: record.actual_loc,
        expectedFiles: record.expected_files,
        actualFiles: record.actual_files,
        ratio: record.ratio,
        outOfScopeFiles: record.out_of_scope_files,
        summary: record.sub_agent_summary,
        at: record.timestamp,
      }
}

export const printOverrunLine = (overrun: Overrun): string =>
  `${JSON.stringify({
    prompt_id: overrun.promptId,
    expected_loc: overrun.expectedLoc,
    actual_loc: overrun.actualLoc,
    expected_files: overrun.expectedFiles,
    actual_files: overrun.actualFiles,
    ratio: overrun.ratio,
    out_of_scope_files: overrun.outOfScopeFiles,
    sub_agent_summary: overrun.summary,
    timestamp: printMoment(overrun.at),
  })}\n`
