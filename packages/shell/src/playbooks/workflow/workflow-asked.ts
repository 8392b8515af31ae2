/** Owns what the operator can ask of a workflow on the command line. */
import type { AdoptedSession, Mode, StepName } from '@harness/core/playbooks/workflow/input'
import type { Grade, ModelConfig } from '@harness/core/work/model-presets'

/** Null or false is what the config says, or the default. */
export interface WorkflowAsked {
  readonly task: string
  readonly mode: Mode | null
  readonly modelConfig: Omit<ModelConfig, 'verifier'> | null
  readonly verifierModel: Grade | null
  readonly lintCmd: string | null
  readonly typeCheckCmd: string | null
  readonly scope: string | null
  readonly maxFiles: number | null
  readonly maxRounds: number | null
  readonly outputDir: string | null
  /** Relative to the repository. */
  readonly spec: string | null
  readonly todoBlocking: boolean
  readonly inPlace: boolean
  readonly merge: boolean
  readonly until: StepName | null
  readonly adopted: AdoptedSession | null
  /** The slug and folder of the session that is adopted. */
  readonly of: { readonly slug: string; readonly docsPath: string } | null
}
