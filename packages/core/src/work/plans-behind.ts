/** Owns which plans cannot start before a plan is delivered that is blocked now. Linear in plans and dependencies. */
import type { PlanGraph } from './plan-graph.ts'

/** By id: the blocked plan that each of them waits for. Blocked plans themselves are not among them. */
export function plansBehind(graph: PlanGraph, blocked: readonly string[]): ReadonlyMap<string, string> {
  const behind = new Map<string, string>()
  if (blocked.length === 0) return behind
  const dependents = new Map<string, string[]>()
  for (const { id, dependsOn } of graph.plans.values())
    for (const dependency of dependsOn) {
      const known = dependents.get(dependency)
      if (known === undefined) dependents.set(dependency, [id])
      else known.push(id)
    }
  const roots = new Set(blocked)
  for (const root of blocked) {
    const due = [root]
    for (let id = due.pop(); id !== undefined; id = due.pop())
      for (const dependent of dependents.get(id) ?? []) {
        if (roots.has(dependent) || behind.has(dependent)) continue
        if (graph.plans.get(dependent)?.status === 'completed') continue
        behind.set(dependent, root)
        due.push(dependent)
      }
  }
  return behind
}
