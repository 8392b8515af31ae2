/** Owns what a check of the doctor says: what it looked at, what it found, and the one command that helps. */
export interface Diagnosis {
  readonly id: string
  readonly status: 'ok' | 'warn' | 'fail'
  readonly evidence: string
  /** A command, or what to do; null if nothing has to be done. */
  readonly fix: string | null
  /** What `doctor --fix` may do by itself, since nothing can be lost by it; absent if a person has to. Says what it did. */
  readonly repair?: (() => Promise<string>) | undefined
}

export const ok = (id: string, evidence: string): Diagnosis => ({ id, status: 'ok', evidence, fix: null })
export const warn = (
  id: string,
  evidence: string,
  fix: string,
  repair?: () => Promise<string>,
): Diagnosis => ({ id, status: 'warn', evidence, fix, ...(repair === undefined ? {} : { repair }) })
export const fail = (id: string, evidence: string, fix: string): Diagnosis => ({
  id,
  status: 'fail',
  evidence,
  fix,
})
