/** Owns a plan as the planner proposes it. */
export interface Proposal {
  readonly id: string
  readonly slug: string
  readonly title: string
  readonly phase: string
  readonly dependsOn: readonly string[]
  readonly estimatedPasses: number
  readonly summary: string
  readonly scope: readonly string[]
  readonly acceptanceTags: readonly string[]
}

export const proposalFile = ({ id, slug }: Pick<Proposal, 'id' | 'slug'>): string => `${id}-${slug}.md`
