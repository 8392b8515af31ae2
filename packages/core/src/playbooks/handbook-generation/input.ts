import type { RoleDuties, RoleSettings } from '../../kernel/agent.ts'
import type { RunId } from '../../kernel/ids.ts'

/** Everything that the generation of a handbook is told at its start. */
export interface GenerationInput {
  readonly runId: RunId
  readonly baseBranch: string
  readonly author?: { readonly name: string; readonly email: string }
  /** Whose documents it is made from, and its path; absent if the start did not say. */
  readonly checkout?: string
  /** PRODUCT.md, and DESIGN.md if there is one. */
  readonly product: string
  readonly design: string | null
  /** What the code looks like from afar: its files, their sizes, the scripts. */
  readonly code: string
  readonly planner: RoleSettings
  /** Whether a handbook that is there already may be replaced. */
  readonly replace: boolean
}

export const plannerRole = 'handbook-planner'

export const plannerDuties: RoleDuties = { mode: 'review', tier: 'advisor', contract: 'handbook-plan' }
