import { basename } from 'node:path'
import type { RoleSettings } from '@harness/core/kernel/agent'
import { tokensPerPass } from '@harness/core/kernel/budget-ledger'
import type { RunId } from '@harness/core/kernel/ids'
import { UserError } from '@harness/core/kernel/user-error'
import {
  type DeliveryInput,
  type DeliveryRole,
  defaultTiers,
  deliveryRoles,
  type UiSettings,
  type Until,
} from '@harness/core/playbooks/delivery/input'
import type { HarnessConfig } from '@harness/formats/config/harness-config'
import type { Plan } from '@harness/formats/documents/plan/plan'

export interface DeliveryRequest {
  readonly runId: RunId
  readonly config: HarnessConfig
  readonly plan: Plan
  readonly planText: string
  readonly until: Until | null
  readonly spentBeforeTokens: number
  readonly author?: DeliveryInput['author']
  /** The operator wants no end-to-end tests this time. */
  readonly skipE2e: boolean
  readonly earlier?: NonNullable<DeliveryInput['earlier']>
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
      phase: plan.phase,
      text: request.planText,
      path: plan.path,
      completedPath: `${config.completedDir}/${basename(plan.path)}`,
      acceptanceTags: plan.acceptanceTags,
      expected: { lines: plan.budget.loc, files: plan.budget.files },
    },
    baseBranch: config.baseBranch,
    ...(request.author === undefined ? {} : { author: request.author }),
    baseCheck: config.baseCheck,
    mergePolicy: config.mergePolicy,
    checks: config.checks,
    review: { maxPasses: config.agent.maxReviewPasses, ratchetFromPass: config.review.ratchetFromPass },
    retries: { checkFixes: config.agent.maxCheckFixes },
    roles: Object.fromEntries(
      deliveryRoles.map((role) => [role, roleSettings(config, role)]),
    ) as DeliveryInput['roles'],
    forge: forgeSettings(config.forge),
    ui: uiSettings(config, plan),
    e2e: request.skipE2e || plan.ui === false ? null : config.e2e,
    budget: {
      ceilingTokens: config.budget.ceilingTokens,
      hard: config.budget.hard,
      spentBeforeTokens: request.spentBeforeTokens,
      planTokens: plan.estimatedPasses * tokensPerPass,
    },
    until: request.until,
    ...(request.earlier === undefined || request.earlier.length === 0 ? {} : { earlier: request.earlier }),
  }
}

/** A plan that insists on a look cannot be delivered without a dev server. */
function uiSettings({ devServer }: HarnessConfig, plan: Plan): UiSettings | null {
  if (plan.ui === false) return null
  if (devServer !== null) {
    const { routes, ...server } = devServer
    return { server, routes, required: plan.ui === true }
  }
  if (plan.ui === null) return null
  throw new UserError(
    'dev-server-missing',
    `Plan ${plan.id} says “ui: true” (${plan.path}), but the config does not say how to start the product.`,
    {
      next: 'Add a section devServer with command and url to the config, or take that line out of the plan.',
    },
  )
}

const forgeSettings = (forge: HarnessConfig['forge']): DeliveryInput['forge'] =>
  forge.kind === 'local'
    ? { kind: 'local' }
    : { kind: 'github', label: forge.label, merge: forge.merge, patienceMs: forge.patienceMs }

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
