/** Owns what a plan is once its file has been read. */
import type { PlanStatus } from '@harness/core/work/plan-graph'

/** The front matter of a plan file. */
export interface PlanHeader {
  readonly id: string
  readonly title: string
  readonly phase: string
  readonly status: PlanStatus
  readonly dependsOn: readonly string[]
  readonly estimatedPasses: number
  readonly acceptanceTags: readonly string[]
  /** Lower is more urgent; 100 if the plan does not say. */
  readonly priority: number
  /** False if the plan does not touch the user interface; null if it does not say. */
  readonly ui: boolean | null
  readonly risk: string | null
  /** Paths the work should stay within; empty if the plan does not say. */
  readonly scope: readonly string[]
  readonly budget: PlanBudget
}

export interface PlanBudget {
  readonly loc: number | null
  readonly files: number | null
}

export interface Plan extends PlanHeader {
  /** From the file name `<id>-<slug>.md`. */
  readonly slug: string
  /** Everything after the front matter. */
  readonly body: string
  readonly path: string
}
