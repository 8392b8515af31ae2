import type { DevServer } from '../../effects/capture-ui.ts'
import type { AgentMode, ModelTier, RoleSettings } from '../../kernel/agent.ts'
import type { BudgetLimits } from '../../kernel/budget-ledger.ts'
import type { Check } from '../../kernel/check.ts'
import type { Finding } from '../../kernel/finding.ts'
import type { RunId } from '../../kernel/ids.ts'
import type { BaseCheck } from '../../work/base-first-state.ts'
import { testJudge, testJudgeDuties } from '../../work/test-judge.ts'

/** Everything a delivery is told at its start. It is journaled, so that the run never has to ask again. */
export interface DeliveryInput {
  readonly runId: RunId
  readonly plan: DeliveryPlan
  readonly baseBranch: string
  /** If the checks run on the base before an agent starts; absent in runs that began without. */
  readonly baseCheck?: BaseCheck
  /** If a person is asked before each merge; absent in runs that began without. */
  readonly mergePolicy?: MergePolicy
  /** In whose name the run commits, whatever becomes of the repository's settings; absent in runs that began without. */
  readonly author?: { readonly name: string; readonly email: string }
  readonly checks: readonly Check[]
  readonly review: { readonly maxPasses: number; readonly ratchetFromPass: number }
  readonly retries: { readonly checkFixes: number }
  readonly roles: Readonly<Record<DeliveryRole, RoleSettings>>
  readonly budget: BudgetLimits
  readonly forge: ForgeSettings
  /** Null if the product is not looked at in a browser. */
  readonly ui: UiSettings | null
  /** Null if there is nothing to run end to end for this plan. */
  readonly e2e: E2eSettings | null
  /** Where the run pauses; null to go on to the end. */
  readonly until: Until | null
  /** Runs of the same plan that ended without being delivered, the newest last; absent if there was none. */
  readonly earlier?: readonly EarlierRun[]
}

export const mergePolicies = ['auto', 'ask'] as const
export type MergePolicy = (typeof mergePolicies)[number]

/** What is left to learn of a run that a person refused: its work takes no part in the next one. */
export interface EarlierRun {
  readonly runId: RunId
  readonly why: string
  /** Those that blocked it at its end. */
  readonly findings: readonly Finding[]
}

export type ForgeSettings =
  | { readonly kind: 'local' }
  | {
      readonly kind: 'github'
      readonly label: string
      readonly merge: 'direct' | 'auto'
      /** How long the forge's own checks, and its merge, are waited for. */
      readonly patienceMs: number
    }

export interface UiSettings {
  readonly server: DevServer
  readonly routes: readonly string[]
  /** Whether the plan insists: then a machine without a browser stops the run. */
  readonly required: boolean
}

export interface E2eSettings {
  readonly check: Check
  readonly artifactDirs: readonly string[]
}

export const deliveryRoles = [
  'implementer',
  'reviewer',
  'ui-reviewer',
  'fixer',
  'pr-writer',
  'merge-checker',
  testJudge,
] as const
export type DeliveryRole = (typeof deliveryRoles)[number]

/** The defaults of the config. */
export const defaultTiers: Readonly<Record<DeliveryRole, ModelTier>> = {
  implementer: 'executor',
  reviewer: 'evaluator',
  'ui-reviewer': 'evaluator',
  fixer: 'executor',
  'pr-writer': 'advisor',
  'merge-checker': 'verifier',
  [testJudge]: testJudgeDuties.tier,
}

/** What each role may do, and the form of its answer. */
export const roleDuties: Readonly<
  Record<DeliveryRole, { readonly mode: AgentMode; readonly contract: string }>
> = {
  implementer: { mode: 'exec', contract: 'work' },
  reviewer: { mode: 'review', contract: 'review' },
  'ui-reviewer': { mode: 'review', contract: 'review' },
  fixer: { mode: 'exec', contract: 'work' },
  'pr-writer': { mode: 'review', contract: 'pull-text' },
  'merge-checker': { mode: 'review', contract: 'merge-check' },
  [testJudge]: testJudgeDuties,
}

export interface DeliveryPlan {
  readonly id: string
  readonly slug: string
  readonly title: string
  /** Of its front matter; absent in runs that began without. */
  readonly phase?: string
  /** The whole plan file as it stood when the run began. */
  readonly text: string
  readonly path: string
  readonly completedPath: string
  readonly acceptanceTags: readonly string[]
  /** How large the change was expected to be, for calibration; null or absent if the plan does not say. */
  readonly expected?: { readonly lines: number | null; readonly files: number | null }
}

/** The phases an operator can name with `--phase`. */
export const deliveryPhases = [
  'implement',
  'review',
  'review-ui',
  'e2e-verify',
  'fix',
  'preflight',
  'prepare-pr',
  'merge-check',
  'merge',
] as const
export type DeliveryPhase = (typeof deliveryPhases)[number]

/** After one phase, or before anything leaves this machine. */
export type Until = DeliveryPhase | 'local'
