/** Owns finding the one plan that an operator names, and reading it as a whole. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nextEligible, type PlanGraph, unmetDependencies } from '@harness/core/plan-graph'
import { UserError } from '@harness/core/user-error'
import { nearestName } from '@harness/formats/nearest-name'
import { parsePlan } from '@harness/formats/plan/parse-plan'
import type { Plan } from '@harness/formats/plan/plan'
import type { SummarizedPlan } from '@harness/formats/plan/summarize-plans'
import { userErrorOf } from '@harness/formats/user-error-of'

export interface PlanDocument {
  readonly plan: Plan
  /** The whole file. */
  readonly text: string
}

/** `reference` is an id, a file name or a path; null asks for the next eligible plan. */
export function choosePlan(graph: PlanGraph<SummarizedPlan>, reference: string | null): SummarizedPlan {
  const plan = reference === null ? nextEligible(graph) : graph.plans.get(idIn(reference))
  if (plan === null) throw noneEligible(graph)
  if (plan === undefined) throw unknownPlan(graph, reference ?? '')
  if (plan.status === 'completed' || plan.place === 'completed')
    throw new UserError('plan-completed', `Plan ${plan.id} is completed already: ${plan.path}`, {
      next: 'See what comes next: harness next',
    })
  const unmet = unmetDependencies(graph, plan)
  if (unmet.length > 0)
    throw new UserError('plan-waits', `Plan ${plan.id} depends on ${unmet.join(', ')}, not completed yet.`, {
      next: `Deliver those first: harness run ${unmet[0]}`,
    })
  return plan
}

export function readPlanDocument(repoRoot: string, path: string): PlanDocument {
  const text = readFileSync(join(repoRoot, path), 'utf8')
  const read = parsePlan(text, path)
  if (!read.ok) throw userErrorOf('plan', read.problems)
  return { plan: read.value, text }
}

const idIn = (reference: string): string => /(?:^|\/)(\d{4})(?:-[^/]*)?$/.exec(reference)?.[1] ?? reference

function unknownPlan(graph: PlanGraph<SummarizedPlan>, reference: string): UserError {
  const nearest = nearestName(reference, [...graph.plans.keys()])
  return new UserError('plan-unknown', `There is no plan ${reference}.`, {
    next:
      nearest === null
        ? 'See what there is: harness next'
        : `Did you mean ${nearest}? harness run ${nearest}`,
  })
}

function noneEligible(graph: PlanGraph<SummarizedPlan>): UserError {
  const open = [...graph.plans.values()].filter((plan) => plan.status !== 'completed')
  const waiting = open.slice(0, 5).map((plan) => `${plan.id} (${whyNot(graph, plan)})`)
  return new UserError(
    'no-plan-eligible',
    open.length === 0 ? 'Every plan is completed.' : `No plan is eligible: ${waiting.join(', ')}.`,
    {
      next:
        open.length === 0
          ? 'Write a plan into the plan folder.'
          : 'Unblock one of them, or name one: harness run <id>',
    },
  )
}

const whyNot = (graph: PlanGraph<SummarizedPlan>, plan: SummarizedPlan): string => {
  const unmet = unmetDependencies(graph, plan)
  return unmet.length > 0 ? `waits for ${unmet.join(', ')}` : plan.status
}
