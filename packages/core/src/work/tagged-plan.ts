/** Owns a plan as audits see it: how far it is, and which acceptance tags it has. */
import type { PlanSummary } from './plan-graph.ts'

export interface TaggedPlan extends Pick<PlanSummary, 'id' | 'status' | 'place'> {
  readonly title: string
  readonly acceptanceTags: readonly string[]
}
