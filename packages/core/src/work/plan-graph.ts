/**
 * Owns which plans depend on which, what is wrong with that graph, and which plan comes next. Sees summaries only; the
 * shell reads the plan files.
 */
import { type BlockedPlans, type BrokenPlan, blockedPlans } from './blocked-plans.ts'
import { cyclesIn } from './dependency-cycles.ts'
import { idInName, type PlanDefect, type PlanSummary } from './plan-defect.ts'

export { describeDefect, type PlanStatus, type PlanSummary, planStatuses } from './plan-defect.ts'

/** The fidelity review's own plan: written by it, never picked. */
export const fidelityPlanId = '9999'

export interface PlanGraph<Summary extends PlanSummary = PlanSummary> {
  /** By id; of plans that share an id, the first given. */
  readonly plans: ReadonlyMap<string, Summary>
  readonly defects: readonly PlanDefect[]
  /** Plans that cannot be delivered because of a mistake in their file, or in one they depend on. */
  readonly blocked: BlockedPlans
}

/** Linear in plans and dependencies, for any depth. Defects come in the order of the plans given. */
export function buildPlanGraph<Summary extends PlanSummary>(
  summaries: readonly Summary[],
  broken: readonly BrokenPlan[] = [],
): PlanGraph<Summary> {
  const plans = new Map<string, Summary>()
  const pathsById = new Map<string, string[]>()
  for (const summary of summaries) {
    if (!plans.has(summary.id)) plans.set(summary.id, summary)
    const paths = pathsById.get(summary.id)
    if (paths === undefined) pathsById.set(summary.id, [summary.path])
    else paths.push(summary.path)
  }
  const defects: PlanDefect[] = []
  for (const [id, paths] of pathsById) if (paths.length > 1) defects.push({ type: 'duplicate-id', id, paths })
  const known = new Set([...plans.keys(), ...broken.flatMap(({ id }) => id ?? [])])
  // A file whose name has another id than its text is a mistake of that file, not of the plans that depend on it.
  for (const { id, path } of summaries) if (!isNamedBy(path, id)) known.add(idInName(path) ?? id)
  for (const summary of summaries) defects.push(...defectsOfOne(summary, known))
  const dependencies = new Map([...plans.values()].map(({ id, dependsOn }) => [id, dependsOn]))
  for (const ids of cyclesIn(dependencies))
    defects.push({ type: 'cycle', ids, paths: ids.map((id) => plans.get(id)?.path ?? '') })
  return { plans, defects, blocked: blockedPlans(summaries, defects, broken) }
}

const isNamedBy = (path: string, id: string): boolean =>
  path.startsWith(`${id}-`, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)

function defectsOfOne(summary: PlanSummary, known: ReadonlySet<string>): PlanDefect[] {
  const { id, path, place, status } = summary
  const defects: PlanDefect[] = []
  if (!isNamedBy(path, id)) defects.push({ type: 'id-filename-mismatch', id, path })
  if ((status === 'completed') !== (place === 'completed')) {
    defects.push({ type: 'status-location-mismatch', id, path, status, place })
  }
  for (const dependency of new Set(summary.dependsOn)) {
    if (dependency === id) defects.push({ type: 'self-dependency', id, path })
    else if (!known.has(dependency))
      defects.push({ type: 'missing-dependency', id, path, missing: dependency })
  }
  return defects
}

/** The ids a plan still waits for: everything it depends on that is not completed. */
export function unmetDependencies(graph: PlanGraph, plan: PlanSummary): readonly string[] {
  return plan.dependsOn.filter((id) => graph.plans.get(id)?.status !== 'completed')
}

/** A plan that is active and not blocked, and whose dependencies are all completed. */
export const isEligible = (graph: PlanGraph, plan: PlanSummary): boolean =>
  plan.status === 'active' &&
  plan.id !== fidelityPlanId &&
  !graph.blocked.has(plan.id) &&
  unmetDependencies(graph, plan).length === 0

/** By priority, lower first, then by id. */
export const byUrgency = (a: PlanSummary, b: PlanSummary): number =>
  a.priority - b.priority || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/** The most urgent eligible plans, in order, at most so many. */
export function eligiblePlans<Summary extends PlanSummary>(
  graph: PlanGraph<Summary>,
  except: ReadonlySet<string>,
  most: number,
): readonly Summary[] {
  const found: Summary[] = []
  for (const plan of graph.plans.values()) {
    if (except.has(plan.id) || !isEligible(graph, plan)) continue
    const last = found.at(-1)
    if (found.length === most && last !== undefined && byUrgency(plan, last) > 0) continue
    const place = found.findIndex((other) => byUrgency(plan, other) < 0)
    found.splice(place === -1 ? found.length : place, 0, plan)
    if (found.length > most) found.pop()
  }
  return found
}

/** The most urgent eligible plan; `except` are those that run already. */
export function nextEligible<Summary extends PlanSummary>(
  graph: PlanGraph<Summary>,
  except: ReadonlySet<string> = new Set(),
): Summary | null {
  let next: Summary | null = null
  for (const plan of graph.plans.values()) {
    if (except.has(plan.id) || !isEligible(graph, plan)) continue
    if (next === null || byUrgency(plan, next) < 0) next = plan
  }
  return next
}
