/** Owns the mark that every process of a run carries in its environment. */
import { createHash } from 'node:crypto'

/** Finds the processes of a run again after the harness was killed. */
export const processTagOf = (runDir: string): string =>
  `harness-${createHash('sha256').update(runDir).digest('hex').slice(0, 16)}`
