/** Owns how a pull request that a person closed is told and replayed. */
import type { PullClosed } from '@harness/core/effects/open-pull'
import { asRecorded, type Ending } from '../effect.ts'
import { line, oneLine } from '../progress-line.ts'

export const pullClosed: Ending<PullClosed> = {
  line: ({ url }) => line('pull', `closed by a person: ${oneLine(url)}`, { tone: 'warn' }),
  log: ({ url }) => url,
  replay: asRecorded,
}
