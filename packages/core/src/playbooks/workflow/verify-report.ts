/** Owns what the mechanical checks of a workflow showed: the facts of `verify_report.md`. */

import type { Mark } from '../../effects/scan-files.ts'
import type { LayerResult } from './input.ts'

export const sectionNames = ['Build', 'Test', 'Lint', 'Type Check'] as const
export type SectionName = (typeof sectionNames)[number]

export interface VerifySection {
  readonly name: SectionName
  /** Null if the project has none. */
  readonly command: string | null
  /** A skipped one never decides. */
  readonly result: 'PASS' | 'FAIL' | 'SKIPPED'
  /** `12/12`, `0e/2w`, `no tests`, or why it was skipped; empty if there is nothing to say. */
  readonly summary: string
  /** The end of its output; empty if it did not run. */
  readonly output: string
}

export interface VerifyReport {
  readonly at: number
  readonly result: Exclude<LayerResult, null>
  /** `PASS — build ✓, test 12/12 ✓, lint 0e/2w, scan 0 TODO` or `FAIL — {step}: {summary}`. */
  readonly line: string
  readonly sections: readonly VerifySection[]
  readonly scan: { readonly count: number; readonly marks: readonly Mark[]; readonly isBlocking: boolean }
  /** What the real diff breaks of scope and number of files; empty if nothing. */
  readonly limits: readonly string[]
  /** The verifier's words; null if it gave none. */
  readonly words: string | null
}
