/** Owns what an audit is told at its start. */
import type { RoleDuties, RoleSettings } from '../../kernel/agent.ts'
import type { RunId } from '../../kernel/ids.ts'

export interface FidelityInput {
  readonly runId: RunId
  readonly baseBranch: string
  readonly author?: { readonly name: string; readonly email: string }
  readonly specPath: string
  readonly planDir: string
  readonly completedDir: string
  /** The paths of the product's code. */
  readonly appPaths: readonly string[]
  readonly threshold: number
  /** Where reports are, as people find them from the repository. */
  readonly reportDir: string
  readonly auditor: RoleSettings
  /** Null for an audit; else a person accepts the latest report as read. */
  readonly accepts: Acceptance | null
}

export interface Acceptance {
  readonly by: string
  readonly reason: string
  /** The name of the report. */
  readonly report: string
  readonly score: number
  /** The commit of the spec that the report is about. */
  readonly specCommit: string
}

export const auditorRole = 'auditor'

export const auditorDuties: RoleDuties = { mode: 'review', tier: 'advisor', contract: 'fidelity-audit' }
