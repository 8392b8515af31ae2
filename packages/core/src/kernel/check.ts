/** A check is a command whose exit code is a fact. */
export interface Check {
  readonly name: string
  readonly run: string
  readonly timeoutMs: number
  /** What a passing run of this check proves, beside its own name. */
  readonly claims: readonly string[]
  /** It fails on the untouched base too, and a person said to judge only what changes: such a failure counts as none. */
  readonly redOnBase?: true
  /** What failed there: no other failure counts as none. Absent in old journals. */
  readonly failedOnBase?: FailedOnBase
}

/** Which tests failed; null if the output does not tell. */
export interface Failures {
  readonly names: readonly string[] | null
  readonly count: number | null
}

export interface FailedOnBase extends Failures {
  readonly executed: number | null
  readonly outputTail: string
}
