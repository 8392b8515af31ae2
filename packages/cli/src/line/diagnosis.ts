/** Owns what a check of the doctor says: what it looked at, what it found, and the one command that helps. */
export interface Diagnosis {
  readonly id: string
  readonly status: 'ok' | 'warn' | 'fail'
  readonly evidence: string
  /** A command, or what to do; null if nothing has to be done. */
  readonly fix: string | null
}

export const ok = (id: string, evidence: string): Diagnosis => ({ id, status: 'ok', evidence, fix: null })
export const warn = (id: string, evidence: string, fix: string): Diagnosis => ({
  id,
  status: 'warn',
  evidence,
  fix,
})
export const fail = (id: string, evidence: string, fix: string): Diagnosis => ({
  id,
  status: 'fail',
  evidence,
  fix,
})
