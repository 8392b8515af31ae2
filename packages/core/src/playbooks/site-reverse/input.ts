/** Owns what site-reverse is told at its start. */
import type { CrawlLimits } from '../../effects/capture-site.ts'
import type { RoleDuties, RoleSettings } from '../../kernel/agent.ts'
import type { RunId } from '../../kernel/ids.ts'

export interface SiteInput {
  readonly runId: RunId
  readonly baseBranch: string
  readonly author?: { readonly name: string; readonly email: string }
  /** The folder of the files; absent if the start did not say. */
  readonly checkout?: string
  /** The first page, without a login. */
  readonly url: string
  readonly limits: CrawlLimits
  /** What is written, relative to the checkout. */
  readonly files: { readonly spec: string; readonly acceptance: string; readonly drop: string }
  readonly analyst: RoleSettings
}

export const analystRole = 'site-analyst'

/** Pages are written by strangers: an agent without tools can only be talked into words. */
export const analystDuties: RoleDuties = { mode: 'complete', tier: 'advisor', contract: 'site-analysis' }
