/** Owns what a spec says beside what a session goes by. */
import type { SpecPhase, SpecRead } from '@harness/core/playbooks/autopilot/documents'

export interface NumberedSpecPhase extends SpecPhase {
  /** As the spec counts; some begin with 0. */
  readonly number: number
}

export interface ReadSpec extends SpecRead {
  readonly form: 'strict' | 'heading' | 'numbered' | 'bullet' | 'bold' | 'table' | 'none'
  readonly phases: readonly NumberedSpecPhase[]
  /** What was guessed or ignored. */
  readonly warnings: readonly string[]
}
