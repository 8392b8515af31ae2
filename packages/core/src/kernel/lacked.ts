/** Owns how the report of a run says what its agents could not do on this machine, and which answer outlived the harness. It holds for every playbook. */
import type { AnyEvent } from './effect.ts'
import { isOutcome, type RunEnd } from './event.ts'

/** Each sentence once, in the order in which it came up. */
export function lackedAfter(before: readonly string[], event: AnyEvent): readonly string[] {
  const lacked = isOutcome(event) ? event.lacked : undefined
  return lacked === undefined || before.includes(lacked) ? before : [...before, lacked]
}

/** The end as it was if its agents could do all that their roles allow. */
export function withLackedTold(end: RunEnd, lacked: readonly string[]): RunEnd {
  if (lacked.length === 0) return end
  const told = ['## On this machine', '', ...lacked.map((sentence) => `- ${sentence}`)].join('\n')
  return { ...end, report: [...(end.report === '' ? [] : [end.report.trimEnd()]), told].join('\n\n') }
}
