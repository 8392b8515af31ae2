/** Owns how an audit becomes a score. 0 is a product that does what its spec says, 100 one that does not. */
import type { Audit, AuditedRequirement } from './audit.ts'

export interface Score {
  readonly score: number
  readonly met: number
  readonly partial: number
  readonly unmet: number
  readonly drift: number
  /** What each part adds, before the sum is rounded and kept between 0 and 100. */
  readonly components: { readonly unmet: number; readonly drift: number; readonly risk: number }
}

/** What is partly built counts half. */
export function scoreOf({ requirements, drift, riskScore }: Audit): Score {
  const count = (status: AuditedRequirement['status']): number =>
    requirements.filter((one) => one.status === status).length
  const [met, partial, unmet] = [count('met'), count('partial'), count('unmet')]
  const unmetPercent = requirements.length === 0 ? 0 : (100 * (unmet + partial / 2)) / requirements.length
  const components = { unmet: 0.5 * unmetPercent, drift: 2 * drift.length, risk: 0.3 * riskScore }
  const sum = components.unmet + components.drift + components.risk
  return {
    score: Math.round(Math.min(100, Math.max(0, sum))),
    met,
    partial,
    unmet,
    drift: drift.length,
    components,
  }
}

/** What a person accepted of a spec counts as long as the spec is the same. */
export interface Accepted {
  readonly score: number
  readonly specCommit: string
  readonly by: string
  readonly reason: string
}

/** A score above it needs a person. */
export const barOf = (threshold: number, accepted: Accepted | null, specCommit: string): number =>
  accepted !== null && accepted.specCommit === specCommit ? Math.max(threshold, accepted.score) : threshold
