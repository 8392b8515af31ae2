/** Owns the end of a process whose run the operator can resume. */
import type { RunEnd } from './event.ts'

export const pausedEnd = (
  why: Pick<RunEnd, 'exitCode' | 'reason' | 'next'> & { readonly report?: string },
): RunEnd => ({ outcome: 'paused', resumable: true, report: '', ...why })
