/** Owns how a run of any playbook ends that a person gives up while it rests and asks nothing. */
import type { RunEnd } from './event.ts'
import { exitCode } from './exit-code.ts'

const opening = 'Given up by '

export interface GivenUp {
  readonly by: string
  readonly reason: string
  /** What becomes of its work, and how to start again. */
  readonly next: string
  report(why: string): string
}

export function givenUpEnd({ by, reason, next, report }: GivenUp): RunEnd {
  const why = `${opening}${by}: ${reason}`
  return {
    outcome: 'blocked',
    exitCode: exitCode.halted,
    reason: why,
    next,
    resumable: false,
    report: report(why),
  }
}

/** Whether a person ended the run from outside: its playbook would have gone on. */
export const isGivenUp = ({ outcome, resumable, reason }: RunEnd): boolean =>
  outcome === 'blocked' && !resumable && reason.startsWith(opening)
