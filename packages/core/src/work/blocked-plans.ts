/**
 * Owns which plans a mistake blocks: the plan that has it, and every plan that depends on that one. A completed plan is
 * not blocked by what it depended on.
 */
import { describeDefect, idInName, type PlanDefect, type PlanSummary } from './plan-defect.ts'

/** A file that could not be read as a plan. */
export interface BrokenPlan {
  /** Null if neither the file's name nor its text tells it. */
  readonly id: string | null
  readonly path: string
  readonly why: string
}

export interface BlockedPlan {
  readonly id: string | null
  readonly path: string
  readonly why: string
  /** The bad plans it depends on, directly or not; empty if the mistake is its own. */
  readonly by: readonly string[]
}

/** By id, or by path if the id is not known. */
export type BlockedPlans = ReadonlyMap<string, BlockedPlan>

export function blockedPlans(
  summaries: readonly PlanSummary[],
  defects: readonly PlanDefect[],
  broken: readonly BrokenPlan[],
): BlockedPlans {
  const blocked = new Map<string, BlockedPlan>()
  const block = (key: string, one: BlockedPlan): void => {
    const known = blocked.get(key)
    blocked.set(key, known === undefined ? one : { ...known, why: `${known.why}\n${one.why}` })
  }
  for (const one of broken) block(one.id ?? one.path, { ...one, by: [] })
  const ids = new Set(summaries.map(({ id }) => id))
  for (const defect of defects) {
    const why = describeDefect(defect)
    for (const { id, path } of plansOf(defect, ids)) block(id, { id, path, why, by: [] })
  }
  if (blocked.size > 0) blockDependants(summaries, blocked)
  return blocked
}

/** A misnamed file also blocks the id in its name, unless another plan has that id. */
function plansOf(
  defect: PlanDefect,
  ids: ReadonlySet<string>,
): readonly { readonly id: string; readonly path: string }[] {
  switch (defect.type) {
    case 'duplicate-id':
      return [{ id: defect.id, path: defect.paths.join(', ') }]
    case 'cycle':
      return defect.ids.map((id, at) => ({ id, path: defect.paths[at] ?? '' }))
    case 'id-filename-mismatch': {
      const named = idInName(defect.path)
      const also = named === null || ids.has(named) ? [] : [{ id: named, path: defect.path }]
      return [{ id: defect.id, path: defect.path }, ...also]
    }
    default:
      return [{ id: defect.id, path: defect.path }]
  }
}

/** Linear in plans and dependencies. */
function blockDependants(summaries: readonly PlanSummary[], blocked: Map<string, BlockedPlan>): void {
  const dependants = new Map<string, PlanSummary[]>()
  for (const plan of summaries) {
    if (plan.status === 'completed') continue
    for (const id of plan.dependsOn) {
      const others = dependants.get(id)
      if (others === undefined) dependants.set(id, [plan])
      else others.push(plan)
    }
  }
  const queue = [...blocked]
  // An array's iterator also visits what is pushed meanwhile.
  for (const [key, cause] of queue) {
    for (const { id, path } of dependants.get(key) ?? []) {
      if (blocked.has(id)) continue
      const roots = cause.by.length === 0 ? [key] : cause.by
      const root = blocked.get(roots[0] ?? key) ?? cause
      const one = { id, path, why: `depends on ${key}, which is blocked by ${root.path}`, by: roots }
      blocked.set(id, one)
      queue.push([id, one])
    }
  }
}

/** Each mistake once: a file whose text has another id than its name blocks both, and is named by the id in its name. */
export const namedOnce = (blocked: BlockedPlans): readonly BlockedPlan[] =>
  [...blocked.values()].filter(
    ({ id, path, why, by }) =>
      by.length > 0 || idInName(path) === id || blocked.get(idInName(path) ?? '')?.why !== why,
  )
