/** Owns which plan is delivered if none is named: the most urgent one that can start and needs no person first. */
import { exitCode } from '@harness/core/kernel/exit-code'
import { UserError } from '@harness/core/kernel/user-error'
import { namedOnce } from '@harness/core/work/blocked-plans'
import { nextEligible, unmetDependencies } from '@harness/core/work/plan-graph'
import type { SummarizedPlan } from '@harness/formats/documents/plan/summarize-plans'
import { leftPlans } from './delivered-plans.ts'
import { type PassedOver, passedOver } from './passed-over.ts'
import { offBaseAdvice } from './plan-document.ts'
import type { PlanFolders, RepositoryPlans } from './plan-folder.ts'

/** Adds to `passed` what it passes over, and does not look at those again. */
export async function nextPlan(
  plans: RepositoryPlans,
  { stateDir, baseBranch }: Pick<PlanFolders, 'stateDir' | 'baseBranch'>,
  passed: PassedOver[],
): Promise<SummarizedPlan> {
  if (passed.length === 0) passed.push(...leftPlans(plans), ...badPlans(plans))
  const except = new Set([...plans.offBase, ...passed.map(({ planId }) => planId)])
  for (;;) {
    const plan = nextEligible(plans, except)
    if (plan === null) throw noneEligible(plans, passed, baseBranch)
    const over = await passedOver(stateDir, plan.id)
    if (over === null) return plan
    passed.push(over)
    except.add(plan.id)
  }
}

/** Plans that a mistake in a plan file blocks. */
const badPlans = ({ blocked }: RepositoryPlans): readonly PassedOver[] =>
  namedOnce(blocked).map(({ id, path, why }) => ({
    planId: id ?? path,
    why: `is blocked: ${why.split('\n')[0]}`,
    next: 'Correct the plan file, then: harness validate',
    exitCode: exitCode.usage,
  }))

const shownPlans = 5

function noneEligible(plans: RepositoryPlans, passed: readonly PassedOver[], baseBranch: string): UserError {
  // A plan that waits for a person comes before one whose file has a mistake.
  const first = passed.find(({ exitCode: code }) => code !== exitCode.usage) ?? passed[0]
  if (first !== undefined) {
    const others = passed.slice(0, shownPlans).map(({ planId, why }) => `${planId} ${why}`)
    const more = passed.length > shownPlans ? `; and ${passed.length - shownPlans} more (harness next)` : ''
    return new UserError('no-plan-eligible', `No plan can start now: ${others.join('; ')}${more}`, {
      next: first.next,
      exitCode: first.exitCode,
    })
  }
  const open = [...plans.plans.values()].filter((plan) => plan.status !== 'completed')
  if (plans.plans.size === 0) {
    return new UserError('no-plan-eligible', 'There is no plan in the plan folder.', {
      next: 'Write one: harness new "title"; or correct planDir in harness.config.json (or HARNESS_PLAN_DIR), if plans are elsewhere.',
    })
  }
  if (open.length === 0) {
    return new UserError('no-plan-eligible', 'Every plan is completed.', {
      next: 'Write another: harness new "title"',
    })
  }
  const waiting = open.slice(0, shownPlans).map((plan) => `${plan.id} (${whyNot(plans, plan)})`)
  return new UserError('no-plan-eligible', `No plan is eligible: ${waiting.join(', ')}.`, {
    next: open.some(({ id }) => plans.offBase.has(id))
      ? offBaseAdvice(baseBranch)
      : 'Unblock one of them, or name one: harness run <id>',
  })
}

function whyNot(plans: RepositoryPlans, plan: SummarizedPlan): string {
  if (plans.offBase.has(plan.id)) return 'is not on the base branch yet'
  const unmet = unmetDependencies(plans, plan)
  return unmet.length > 0 ? `waits for ${unmet.join(', ')}` : plan.status
}
