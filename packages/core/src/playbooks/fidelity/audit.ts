/** Owns an audit: what of a spec is built, and what is built beside it. */
export interface Audit {
  /** From 0 to 100, as the auditor sees it. */
  readonly riskScore: number
  readonly requirements: readonly AuditedRequirement[]
  readonly drift: readonly Drift[]
  readonly risks: readonly Risk[]
  readonly actions: readonly string[]
}

export interface AuditedRequirement {
  readonly requirement: string
  readonly status: 'met' | 'partial' | 'unmet'
  /** The plan that delivers it; null if none does. */
  readonly planId: string | null
  /** The evidence: files that show it, or what is missing. */
  readonly notes: string
}

/** Something that is built and that the spec does not ask for. */
export interface Drift {
  /** The plan that brought it; null if none did. */
  readonly planId: string | null
  readonly title: string
  readonly rationale: string
}

export interface Risk {
  readonly level: 'low' | 'medium' | 'high' | 'critical'
  readonly category: string
  readonly detail: string
}
