/** Owns finding the one plan that an operator names, and reading it as a whole. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UserError } from '@harness/core/kernel/user-error'
import type { BlockedPlan } from '@harness/core/work/blocked-plans'
import { type PlanGraph, unmetDependencies } from '@harness/core/work/plan-graph'
import { parsePlan } from '@harness/formats/documents/plan/parse-plan'
import type { Plan } from '@harness/formats/documents/plan/plan'
import type { SummarizedPlan } from '@harness/formats/documents/plan/summarize-plans'
import { nearestId } from '@harness/formats/text/nearest-name'
import { shown } from '@harness/formats/text/shown'
import { userErrorOf } from '@harness/formats/text/user-error-of'
import { planTextOnBase } from './base-plans.ts'
import { deliveredWords } from './delivered-plans.ts'
import type { PlanFolders, RepositoryPlans } from './plan-folder.ts'

export interface PlanDocument {
  readonly plan: Plan
  /** The whole file. */
  readonly text: string
}

/** `reference` is an id, a file name or a path. */
export function namedPlan(graph: RepositoryPlans, reference: string, baseBranch: string): SummarizedPlan {
  const blocked = graph.blocked.get(idIn(reference))
  if (blocked !== undefined) throw planBlocked(blocked)
  const plan = graph.plans.get(idIn(reference))
  if (plan === undefined) throw unknownPlan(graph, reference)
  const merged = graph.delivered.get(plan.id)
  if (merged !== undefined) throw delivered(plan, merged)
  if (plan.status === 'completed' || plan.place === 'completed')
    throw new UserError('plan-completed', `Plan ${plan.id} is completed already: ${plan.path}`, {
      next: 'See what comes next: harness next',
    })
  if (graph.offBase.has(plan.id)) throw notOnBase(plan, baseBranch)
  const unmet = unmetDependencies(graph, plan)
  if (unmet.length > 0)
    throw new UserError('plan-waits', `Plan ${plan.id} depends on ${unmet.join(', ')}, not completed yet.`, {
      next: `Deliver those first: harness run ${unmet[0]}`,
    })
  return plan
}

export async function readPlanDocument(folders: PlanFolders, path: string): Promise<PlanDocument> {
  const text = await planText(folders, path)
  const read = parsePlan(text, path)
  if (!read.ok) throw userErrorOf('plan', read.problems)
  return { plan: read.value, text }
}

/** As it is checked out, or as the base branch has it if the checkout does not show it. */
export async function planText(folders: PlanFolders, path: string): Promise<string> {
  try {
    return await readFile(join(folders.repoRoot, path), 'utf8')
  } catch (error) {
    const there = await planTextOnBase(folders, path)
    if (there === null) throw error
    return there
  }
}

/** A plan with a mistake of its own, or one that depends on such a plan. */
const planBlocked = ({ id, path, why, by }: BlockedPlan): UserError =>
  new UserError('plan-invalid', by.length === 0 ? why : `Plan ${id} (${path}) ${why}`, {
    next: 'Correct the file, then: harness validate',
  })

const delivered = ({ id, path }: SummarizedPlan, merged: string): UserError => {
  const { why, next } = deliveredWords(merged, path)
  return new UserError('plan-completed', `Plan ${id} ${why}.`, { next })
}

const notOnBase = ({ id, path }: SummarizedPlan, baseBranch: string): UserError =>
  new UserError('plan-not-on-base', `Plan ${id} (${path}) is not on ${baseBranch} yet.`, {
    next: offBaseAdvice(baseBranch),
  })

export const offBaseAdvice = (baseBranch: string): string =>
  `Commit it to ${baseBranch} first, or merge your branch there: work begins and ends on ${baseBranch}.`

/** `3` is short for `0003`. */
export const idIn = (reference: string): string =>
  /^\d{1,4}$/.test(reference)
    ? reference.padStart(4, '0')
    : (/(?:^|\/)(\d{4})(?:-[^/]*)?$/.exec(reference)?.[1] ?? reference)

function unknownPlan(graph: PlanGraph<SummarizedPlan>, reference: string): UserError {
  const nearest = nearestId(/^\d+$/.test(reference) ? reference.padStart(4, '0') : reference, [
    ...graph.plans.keys(),
  ])
  return new UserError(
    'plan-unknown',
    `There is no plan ${/^[\w./-]+$/.test(reference) ? reference : shown(reference)}.`,
    {
      next:
        nearest === null
          ? 'See what there is: harness next'
          : `Did you mean ${nearest}? harness run ${nearest}`,
    },
  )
}
