/** Owns what the planning of a product is told at its start. */
import type { RoleDuties, RoleSettings } from '../../kernel/agent.ts'
import type { RunId } from '../../kernel/ids.ts'
import type { Criterion } from '../../work/acceptance.ts'
import { fidelityPlanId, type PlanStatus } from '../../work/plan-graph.ts'

export interface PlanningInput {
  readonly runId: RunId
  readonly baseBranch: string
  readonly author?: { readonly name: string; readonly email: string }
  /** The folder of the plans; absent if the start did not say. */
  readonly checkout?: string
  readonly spec: { readonly path: string; readonly text: string }
  readonly acceptancePath: string
  readonly criteria: readonly Criterion[]
  /** All plans that there are, broken ones with what is known of them. */
  readonly plans: readonly ExistingPlan[]
  readonly planDir: string
  readonly completedDir: string
  /** How many plans may be new. */
  readonly mostPlans: number
  /** How many passes a plan may be estimated at. */
  readonly mostPasses: number
  /** What earlier plans came to against their estimates; empty if none was merged. */
  readonly calibration: string
  /** True if the plans are only shown. */
  readonly preview: boolean
  readonly planner: RoleSettings
}

export interface ExistingPlan {
  readonly id: string
  readonly title: string
  readonly status: PlanStatus
  readonly acceptanceTags: readonly string[]
}

export const plannerRole = 'planner'

export const plannerDuties: RoleDuties = { mode: 'review', tier: 'advisor', contract: 'plan-proposals' }

/** Tags that no plan has yet. A blocked plan counts: a person decides about it. */
export function uncoveredTags({
  criteria,
  plans,
}: Pick<PlanningInput, 'criteria' | 'plans'>): readonly string[] {
  const covered = new Set(plans.flatMap(({ acceptanceTags }) => acceptanceTags))
  return criteria.map(({ tag }) => tag).filter((tag) => !covered.has(tag))
}

/** The fidelity review's id stands above all others, and does not count. Null if there is no plan. */
export function highestId(plans: PlanningInput['plans']): string | null {
  const ids = plans.map(({ id }) => id).filter((id) => id !== fidelityPlanId)
  return ids.reduce<string | null>((highest, id) => (highest === null || id > highest ? id : highest), null)
}
