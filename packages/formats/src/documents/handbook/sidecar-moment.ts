/** A moment in a sidecar, read from ISO 8601 or milliseconds since the epoch into the latter. */
import * as z from 'zod'
import { readMoment } from '../../text/moment.ts'

export const moment = z.preprocess(
  (value) => readMoment(value) ?? value,
  z.number('a moment such as "2026-01-31T12:00:00.000Z"'),
)
