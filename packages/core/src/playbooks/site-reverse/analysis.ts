/** Owns what the analyst answers: the product that a site shows. */
export interface SiteAnalysis {
  readonly appName: string
  readonly positioning: string
  readonly targetUsers: readonly string[]
  readonly coreUserJobs: readonly string[]
  readonly pages: readonly { readonly path: string; readonly purpose: string }[]
  readonly workflows: readonly Workflow[]
  readonly features: readonly Feature[]
  readonly uxImprovements: readonly string[]
  readonly implementationExpectations: readonly string[]
  readonly acceptanceCriteria: readonly { readonly tag: string; readonly text: string }[]
  readonly risksOrUnknowns: readonly string[]
}

export interface Workflow {
  readonly name: string
  readonly steps: readonly string[]
  /** Paths of captured pages. */
  readonly sourceEvidence: readonly string[]
}

export const priorities = ['must', 'should', 'could'] as const

export interface Feature {
  readonly name: string
  readonly description: string
  readonly priority: (typeof priorities)[number]
}
