import type { AgentLimits, ModelTier } from '../../agent.ts'
import type { BudgetLimits } from '../../budget-ledger.ts'
import type { Check } from '../../check.ts'
import type { RunId } from '../../ids.ts'

/** Everything a delivery is told at its start. It is journaled, so that the run never has to ask again. */
export interface DeliveryInput {
  readonly runId: RunId
  readonly plan: DeliveryPlan
  readonly baseBranch: string
  readonly checks: readonly Check[]
  readonly review: { readonly maxPasses: number; readonly ratchetFromPass: number }
  readonly retries: { readonly checkFixes: number }
  readonly roles: Readonly<Record<DeliveryRole, RoleSettings>>
  readonly budget: BudgetLimits
  /** The phase after which the run pauses; null to go on to the end. */
  readonly until: DeliveryPhase | null
}

export type DeliveryRole = 'implementer' | 'reviewer' | 'fixer'

/** Where the config does not say otherwise. */
export const defaultTiers: Readonly<Record<DeliveryRole, ModelTier>> = {
  implementer: 'executor',
  reviewer: 'evaluator',
  fixer: 'executor',
}

export interface RoleSettings {
  readonly tier: ModelTier
  readonly limits: AgentLimits
}

export interface DeliveryPlan {
  readonly id: string
  readonly slug: string
  readonly title: string
  /** The whole plan file as it stood when the run began. */
  readonly text: string
  readonly path: string
  readonly completedPath: string
  readonly acceptanceTags: readonly string[]
}

/** The phases an operator can name with `--phase`. */
export const deliveryPhases = ['implement', 'review', 'fix', 'preflight', 'merge'] as const
export type DeliveryPhase = (typeof deliveryPhases)[number]
