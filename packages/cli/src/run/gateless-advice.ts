/** Owns the advice if a run is to be answered or abandoned, and asks nothing. */
import type { RunSummary } from '@harness/shell/store/layout/run-summary'

/** `status` is what its summary says, undefined if there is none. */
export function gatelessAdvice(
  name: string,
  isHeld: boolean,
  status: RunSummary['status'] | undefined,
): string {
  if (isHeld) return `A process works on it. To abandon it, stop it first: harness stop ${name}`
  return status !== undefined && over.has(status)
    ? `It is over, so that there is nothing to answer or give up. See how it ended: harness show ${name}`
    : `See how it stands: harness show ${name}`
}

export const over: ReadonlySet<string> = new Set(['done', 'halted', 'blocked'])
