import { basename } from 'node:path'
import type { RunId } from '@harness/core/ids'
import {
  type DeliveryInput,
  type DeliveryPhase,
  type DeliveryRole,
  defaultTiers,
  type RoleSettings,
} from '@harness/core/playbooks/delivery/input'
import type { HarnessConfig } from '@harness/formats/config/harness-config'
import type { Plan } from '@harness/formats/plan/plan'

/** What a plan was expected to need, per estimated pass. */
const tokensPerPass = 200_000

export interface DeliveryRequest {
  readonly runId: RunId
  readonly config: HarnessConfig
  readonly plan: Plan
  readonly planText: string
  readonly until: DeliveryPhase | null
  readonly spentBeforeTokens: number
}

/** The part of config and plan that a delivery's decisions depend on, frozen at its start. */
export function deliveryInput(request: DeliveryRequest): DeliveryInput {
  const { config, plan } = request
  return {
    runId: request.runId,
    plan: {
      id: plan.id,
      slug: plan.slug,
      title: plan.title,
      text: request.planText,
      path: plan.path,
      completedPath: `${config.completedDir}/${basename(plan.path)}`,
      acceptanceTags: plan.acceptanceTags,
    },
    baseBranch: config.baseBranch,
    checks: config.checks,
    review: { maxPasses: config.agent.maxReviewPasses, ratchetFromPass: config.review.ratchetFromPass },
    retries: { checkFixes: config.agent.maxCheckFixes },
    roles: {
      implementer: roleSettings(config, 'implementer'),
      reviewer: roleSettings(config, 'reviewer'),
      fixer: roleSettings(config, 'fixer'),
    },
    budget: {
      ceilingTokens: config.budget.ceilingTokens,
      hard: config.budget.hard,
      spentBeforeTokens: request.spentBeforeTokens,
      planTokens: plan.estimatedPasses * tokensPerPass,
    },
    until: request.until,
  }
}

function roleSettings(config: HarnessConfig, role: DeliveryRole): RoleSettings {
  const own = config.agent.roles[role]
  const { limits } = config.agent
  return {
    tier: own?.tier ?? defaultTiers[role],
    limits: {
      wallMs: own?.wallMs ?? limits.wallMs,
      idleMs: own?.idleMs ?? limits.idleMs,
      maxTurns: own?.maxTurns ?? limits.maxTurns,
    },
  }
}
