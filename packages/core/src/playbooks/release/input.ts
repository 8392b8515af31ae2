/** Owns what a release gate is told at its start. */
import type { Check } from '../../kernel/check.ts'
import type { RunId } from '../../kernel/ids.ts'

export interface ReleaseInput {
  readonly runId: RunId
  readonly baseBranch: string
  readonly author?: { readonly name: string; readonly email: string }
  readonly acceptancePath: string
  readonly planDir: string
  readonly completedDir: string
  /** All of the config, end-to-end tests included. */
  readonly checks: readonly Check[]
}
