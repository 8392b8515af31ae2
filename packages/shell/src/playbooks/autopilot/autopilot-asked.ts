/** Owns what the operator can ask of an autopilot on the command line. */
import type { RigorLevel } from '@harness/core/playbooks/autopilot/documents'

export interface AutopilotAsked {
  /** Relative to the repository; null resumes the unfinished session. */
  readonly specPath: string | null
  /** Null if no flag names it. */
  readonly rigor: RigorLevel | null
  readonly reviewPlans: boolean
}
