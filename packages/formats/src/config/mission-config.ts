/** What the config says of missions, as the code uses it. */
import type {
  Checkpoint,
  CostCaps,
  Isolation,
  MissionInput,
  MissionRole,
  SmokeSettings,
} from '@harness/core/playbooks/mission/state/input'

export interface MissionConfig {
  readonly orchestrator: 'rules' | 'agent'
  readonly maxIterations: number
  readonly attempts: { readonly architectAt: number; readonly escalateAt: number }
  /** By role; those that say nothing follow the rest of the config. */
  readonly models: Readonly<Partial<Record<MissionRole, string>>>
  readonly promptOverrides: Readonly<Partial<Record<MissionRole, string>>>
  readonly wallMs: Readonly<Partial<Record<MissionRole, number>>>
  readonly caps: CostCaps
  readonly baseBranch: string
  readonly isolation: Isolation
  readonly planReviewer: boolean
  readonly documenter: MissionInput['documenter']
  readonly curateEvery: number
  readonly crosscheck: boolean
  /** Null if the product is not looked at; its url is null if it is that of the dev server. */
  readonly uiQa: { readonly url: string | null } | null
  readonly smoke: SmokeSettings | null
  readonly checkpoints: readonly Checkpoint[]
  readonly hooks: boolean
  /** The command; null if there is none. */
  readonly notify: string | null
  readonly retention: { readonly snapshots: number; readonly logs: number }
}
