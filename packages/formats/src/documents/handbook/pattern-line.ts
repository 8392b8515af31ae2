/** A line of `.impeccable-patterns.jsonl`: a pass at the first go, for others to learn from. Never read by a run. */
import type { Pattern } from '@harness/core/playbooks/handbook/state'
import * as z from 'zod'
import { recordIn } from '../../text/json-line.ts'
import { digestsOf, verificationDigests } from './verification-digests.ts'

const patternLine = z.looseObject({
  prompt_id: z.string().min(1),
  verb: z.string().nullable(),
  surface_anchor: z.string().nullable(),
  sub_agent_summary_digest: z.string(),
  verification_digests: verificationDigests,
  iteration: z.int().min(0),
  ratio: z.number().min(0).nullable(),
  duration_ms: z.number().min(0),
})

/** Null if the line is none. */
export const parsePatternLine = (line: string): z.output<typeof patternLine> | null =>
  recordIn(patternLine, line)

/** `digest` makes a short name of what the agent said. */
export const printPatternLine = (pattern: Pattern, digest: (summary: string) => string): string =>
  `${JSON.stringify({
    prompt_id: pattern.promptId,
    verb: pattern.verb,
    surface_anchor: pattern.surfaceAnchor,
    sub_agent_summary_digest: digest(pattern.summary),
    verification_digests: digestsOf(pattern.evidence),
    iteration: pattern.iteration,
    ratio: pattern.ratio,
    duration_ms: pattern.durationMs,
  })}\n`
