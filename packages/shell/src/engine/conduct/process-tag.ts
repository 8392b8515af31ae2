/** Owns the mark that every process of a run carries in its environment. */
import { createHash } from 'node:crypto'

/** By which processes of a run are found again after the harness was killed, and known when they call it. */
export const processTagOf = (runDir: string): string =>
  `harness-${createHash('sha256').update(runDir).digest('hex').slice(0, 16)}`
