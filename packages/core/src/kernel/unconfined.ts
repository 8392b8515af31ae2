/** Owns how the report of a run says that no sandbox held its programs. It holds for every playbook. */
import type { AnyEvent } from './effect.ts'
import { isRunEvent, type RunEnd } from './event.ts'

/** Once unconfined, a run stays so: what an unconfined program did is not undone by a sandbox that comes later. */
export const unconfinedAfter = (before: boolean, event: AnyEvent): boolean =>
  before || ((isRunEvent(event, 'RunStarted') || isRunEvent(event, 'RunResumed')) && event.confined !== true)

/** The end as it was if a sandbox held everything. */
export function withSandboxTold(end: RunEnd, unconfined: boolean): RunEnd {
  if (!unconfined) return end
  return { ...end, report: [...(end.report === '' ? [] : [end.report.trimEnd()]), told].join('\n\n') }
}

/** If an end of before tells it. */
export const isUnconfinedTold = ({ report }: RunEnd): boolean => report.endsWith(told)

const told =
  '## Sandbox\n\nUnconfined: for all of this run or a part of it, no sandbox held agents and checks.'
