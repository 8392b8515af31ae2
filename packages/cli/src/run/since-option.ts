/** Reads from which moment on a person wants to see a log: a time, or how long ago. */
import { UserError } from '@harness/core/kernel/user-error'
import { parseDuration } from '@harness/formats/text/duration'
import { readMoment } from '@harness/formats/text/moment'

/** The beginning of time if nothing was given. */
export function sinceOption(text: string | null, now: number): number {
  if (text === null) return Number.NEGATIVE_INFINITY
  const ago = parseDuration(text)
  // A bare number is no time that a person writes.
  const moment = ago === null ? (/^\d+$/.test(text) ? null : readMoment(text)) : now - ago
  if (moment !== null) return moment
  throw new UserError('usage', `--since takes a time or how long ago, not ${JSON.stringify(text)}.`, {
    next: 'harness logs <run> --since 2h, or --since 2026-11-16T12:00',
  })
}
