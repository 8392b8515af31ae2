import type { DevServer } from '../../../effects/capture-ui.ts'
import type { SmokeUrl } from '../../../effects/smoke-test.ts'
import type { RoleDuties, RoleSettings } from '../../../kernel/agent.ts'
import type { Check } from '../../../kernel/check.ts'
import type { RunId } from '../../../kernel/ids.ts'
import type { BaseCheck } from '../../../work/base-first-state.ts'
import type { testJudge } from '../../../work/test-judge.ts'
import type { MissionState, RemovedFeature } from './state.ts'

/** Everything a mission's run is told at its start; the documents themselves are read when it begins and goes on. */
export interface MissionInput {
  readonly runId: RunId
  readonly specPath: string
  /** Where its documents lie, absolute; absent in journals of before. */
  readonly checkout?: string
  readonly baseBranch: string
  /** If the checks run on the base before an agent starts; absent in runs that began without. */
  readonly baseCheck?: BaseCheck
  readonly checks: readonly Check[]
  readonly roles: Readonly<Record<MissionRole | typeof testJudge, RoleSettings>>
  /** Appended to the role's text. */
  readonly promptOverrides: Readonly<Partial<Record<MissionRole, string>>>
  readonly orchestrator: 'rules' | 'agent'
  readonly maxIterations: number
  /** Workers sent for one feature before the architect is asked, and before a person is. */
  readonly attempts: { readonly architectAt: number; readonly escalateAt: number }
  readonly caps: CostCaps
  readonly isolation: Isolation
  /** How long the forge's own checks of a pull request are waited for; absent if it has none. */
  readonly ciPatienceMs?: number
  readonly planReviewer: boolean
  /** When the documentation is written: once at the end, after each feature, or never. */
  readonly documenter: 'done' | 'feature' | 'off'
  /** After how many merges the curator summarises what roles said. */
  readonly curateEvery: number
  readonly crosscheck: boolean
  readonly uiQa: { readonly server: DevServer; readonly routes: readonly string[] } | null
  readonly smoke: SmokeSettings | null
  readonly checkpoints: readonly Checkpoint[]
  /** Whether the repository's own hooks may run. */
  readonly hooks: boolean
  /** Whether to notify a person. */
  readonly notify: boolean
  readonly retention: { readonly snapshots: number; readonly logs: number }
  /** What the mission before has shown; absent if there was none that can be read. */
  readonly carried?: Carried
}

/** By claim, the assertion that a validator saw to hold: once it is reworded, it counts as unseen. */
export type Proofs = Readonly<Record<string, string>>

/** What the state of the mission before had; what is absent is not known. */
export interface Carried
  extends Partial<
    Pick<MissionState, 'proven' | 'landed' | 'unmerged' | 'byHand' | 'removed' | 'undocumented' | 'firings'>
  > {
  /** The digest of the spec as it was read last. */
  readonly spec?: string | null
  readonly features?: readonly RemovedFeature[]
}

/** Null if there is no cap. */
export interface CostCaps {
  readonly usd: number | null
  readonly tokens: number | null
  /** The share of a cap at which a warning is given. */
  readonly warnAt: number
}

export interface Isolation {
  readonly onPass: 'merge' | 'pr' | 'keep'
  /** Worktrees in `.harness/worktrees/<feature>`, so that several features can be worked on at once. */
  readonly useWorktrees: boolean
  readonly lanes: number
}

export interface SmokeSettings {
  readonly onDone: boolean
  readonly onFeaturePass: boolean
  readonly startup: { readonly run: string; readonly waitMs: number } | null
  readonly urls: readonly SmokeUrl[]
}

/** What is started and asked; nothing if no smoke test is configured. */
export const smokeOf = ({ smoke }: MissionInput): Pick<SmokeSettings, 'startup' | 'urls'> => ({
  startup: smoke?.startup ?? null,
  urls: smoke?.urls ?? [],
})

export type CheckpointTrigger =
  | 'post-planner'
  | 'post-feature'
  | 'pre-merge'
  | 'pre-done'
  /** Before a feature is begun that claims something of this tag: `AUTH` of `VAL-AUTH-001`. */
  | `feature-claim:${string}`

export interface Checkpoint {
  readonly name: string
  readonly triggerOn: CheckpointTrigger
  /** The features it is about; null for all. */
  readonly features: readonly string[] | null
}

export const missionRoles = [
  'mission-planner',
  'plan-reviewer',
  'worker',
  'validator',
  'architect',
  'debugger',
  'ui-qa',
  'crosscheck',
  'curator',
  'documenter',
  'orchestrator',
] as const
export type MissionRole = (typeof missionRoles)[number]

/** What each role may do, and the form of its answer. */
export const missionDuties: Readonly<Record<MissionRole, RoleDuties>> = {
  'mission-planner': { mode: 'review', tier: 'advisor', contract: 'mission-plan' },
  'plan-reviewer': { mode: 'review', tier: 'evaluator', contract: 'plan-review' },
  worker: { mode: 'exec', tier: 'executor', contract: 'mission-work' },
  validator: { mode: 'review', tier: 'verifier', contract: 'validation', copy: true },
  architect: { mode: 'review', tier: 'advisor', contract: 'ruling' },
  debugger: { mode: 'review', tier: 'advisor', contract: null },
  'ui-qa': { mode: 'review', tier: 'evaluator', contract: 'validation', copy: true },
  crosscheck: { mode: 'review', tier: 'verifier', contract: 'validation', copy: true },
  curator: { mode: 'complete', tier: 'advisor', contract: 'curation' },
  documenter: { mode: 'exec', tier: 'executor', contract: null },
  orchestrator: { mode: 'complete', tier: 'advisor', contract: 'decision' },
}
