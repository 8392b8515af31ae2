/**
 * Owns which plans depend on which, what is wrong with that graph, and which plan comes next. Sees summaries only;
 * reading plan files is somebody else's work.
 */
export const planStatuses = ['active', 'in_progress', 'completed', 'blocked'] as const
export type PlanStatus = (typeof planStatuses)[number]

/** The fidelity review's own plan: written by it, never picked. */
const fidelityPlanId = '9999'

export interface PlanSummary {
  readonly id: string
  /** The file, for people: `docs/exec-plans/active/0007-search.md`. */
  readonly path: string
  /** The folder it lies in. */
  readonly place: 'active' | 'completed'
  readonly status: PlanStatus
  readonly dependsOn: readonly string[]
  /** Lower is more urgent. */
  readonly priority: number
}

export type PlanDefect =
  | { readonly type: 'duplicate-id'; readonly id: string; readonly paths: readonly string[] }
  | {
      readonly type: 'missing-dependency'
      readonly id: string
      readonly path: string
      readonly missing: string
    }
  | { readonly type: 'self-dependency'; readonly id: string; readonly path: string }
  /** Each id depends on the next one, the last on the first. Starts at the lowest id. */
  | { readonly type: 'cycle'; readonly ids: readonly string[]; readonly paths: readonly string[] }
  | { readonly type: 'id-filename-mismatch'; readonly id: string; readonly path: string }
  | {
      readonly type: 'status-location-mismatch'
      readonly id: string
      readonly path: string
      readonly status: PlanStatus
      readonly place: PlanSummary['place']
    }

export interface PlanGraph<Summary extends PlanSummary = PlanSummary> {
  /** By id; of plans that share an id, the first given. */
  readonly plans: ReadonlyMap<string, Summary>
  readonly defects: readonly PlanDefect[]
}

/** Linear in plans and dependencies, for any depth. Defects come in the order of the plans given. */
export function buildPlanGraph<Summary extends PlanSummary>(
  summaries: readonly Summary[],
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
  for (const summary of summaries) defects.push(...defectsOfOne(summary, plans))
  defects.push(...cyclesIn(plans))
  return { plans, defects }
}

function defectsOfOne(summary: PlanSummary, plans: ReadonlyMap<string, PlanSummary>): PlanDefect[] {
  const { id, path, place, status } = summary
  const defects: PlanDefect[] = []
  const fileName = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
  if (!fileName.startsWith(`${id}-`)) defects.push({ type: 'id-filename-mismatch', id, path })
  if ((status === 'completed') !== (place === 'completed')) {
    defects.push({ type: 'status-location-mismatch', id, path, status, place })
  }
  for (const dependency of new Set(summary.dependsOn)) {
    if (dependency === id) defects.push({ type: 'self-dependency', id, path })
    else if (!plans.has(dependency))
      defects.push({ type: 'missing-dependency', id, path, missing: dependency })
  }
  return defects
}

/** One cycle for every group of plans that wait for each other; walked without recursion, so depth does not matter. */
function cyclesIn(plans: ReadonlyMap<string, PlanSummary>): PlanDefect[] {
  const defects: PlanDefect[] = []
  const seen = new Set<string>()
  const reported = new Set<string>()
  for (const root of plans.keys()) {
    if (seen.has(root)) continue
    const trail: { readonly plan: PlanSummary; next: number }[] = []
    const depthOf = new Map<string, number>()
    const enter = (id: string): void => {
      const plan = plans.get(id)
      if (plan === undefined) return
      seen.add(id)
      depthOf.set(id, trail.length)
      trail.push({ plan, next: 0 })
    }
    enter(root)
    for (let step = trail.at(-1); step !== undefined; step = trail.at(-1)) {
      const dependency = step.plan.dependsOn[step.next++]
      if (dependency === undefined) {
        depthOf.delete(step.plan.id)
        trail.pop()
        continue
      }
      const depth = depthOf.get(dependency)
      if (depth === undefined) {
        if (!seen.has(dependency)) enter(dependency)
      } else if (dependency !== step.plan.id) {
        const cycle = trail.slice(depth).map(({ plan }) => plan)
        if (cycle.some(({ id }) => reported.has(id))) continue
        for (const { id } of cycle) reported.add(id)
        defects.push(cycleDefect(cycle))
      }
    }
  }
  return defects
}

function cycleDefect(cycle: readonly PlanSummary[]): PlanDefect {
  let first = 0
  cycle.forEach((plan, index) => {
    if (plan.id < (cycle[first]?.id ?? plan.id)) first = index
  })
  const inOrder = [...cycle.slice(first), ...cycle.slice(0, first)]
  return { type: 'cycle', ids: inOrder.map(({ id }) => id), paths: inOrder.map(({ path }) => path) }
}

/** One sentence that names the files and says what to change. */
export function describeDefect(defect: PlanDefect): string {
  switch (defect.type) {
    case 'duplicate-id':
      return `duplicate-id: ${defect.paths.join(' and ')} all have the id ${defect.id}; give each plan its own`
    case 'missing-dependency':
      return `missing-dependency: ${defect.path} depends on ${defect.missing}, which no plan has as its id`
    case 'self-dependency':
      return `self-dependency: ${defect.path} depends on itself; take ${defect.id} out of its depends_on`
    case 'cycle':
      return `cycle: ${[...defect.ids, defect.ids[0]].join(' → ')} wait for each other (${defect.paths.join(', ')}); take one dependency out`
    case 'id-filename-mismatch':
      return `id-filename-mismatch: ${defect.path} has the id ${defect.id}; its name must begin with ${defect.id}-`
    case 'status-location-mismatch':
      return defect.place === 'completed'
        ? `status-location-mismatch: ${defect.path} lies among the completed plans, but its status is ${defect.status}`
        : `status-location-mismatch: ${defect.path} has the status completed, but does not lie among the completed plans`
  }
}

/** The ids a plan still waits for: everything it depends on that is not completed. */
export function unmetDependencies(graph: PlanGraph, plan: PlanSummary): readonly string[] {
  return plan.dependsOn.filter((id) => graph.plans.get(id)?.status !== 'completed')
}

/** A plan that nobody has begun, that is not blocked, and whose dependencies are all completed. */
export const isEligible = (graph: PlanGraph, plan: PlanSummary): boolean =>
  plan.status === 'active' && plan.id !== fidelityPlanId && unmetDependencies(graph, plan).length === 0

/** By priority, lower first, then by id. */
export const byUrgency = (a: PlanSummary, b: PlanSummary): number =>
  a.priority - b.priority || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

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
