/** Owns the plans of a simulated product, who works on each, and what became of it. Survives every process. */
import {
  buildPlanGraph,
  eligiblePlans,
  type PlanGraph,
  type PlanSummary,
} from '@harness/core/work/plan-graph'
import { plansBehind } from '@harness/core/work/plans-behind'
import type { Random } from '../../engine/random.ts'

/** Who works on a plan: a process of the daemon as long as it lives, or a person with a command of their own. */
export interface Worker {
  readonly isAlive: () => boolean
  readonly byDaemon: boolean
}

export interface SimPlans {
  readonly ids: readonly string[]
  readonly graph: () => PlanGraph
  isMerged(id: string): boolean
  /** All that it depends on are merged. */
  isDue(id: string): boolean
  merge(id: string, by: 'daemon' | 'person'): void
  mergedBy(by: 'daemon' | 'person'): readonly string[]
  workersOf(id: string): readonly Worker[]
  /** The returned function lets go. */
  take(id: string, worker: Worker): () => void
  atWork(): readonly string[]
  /** The most urgent plans that can start. */
  ready(except: ReadonlySet<string>, most: number): readonly string[]
  behind(blocked: readonly string[]): ReadonlyMap<string, string>
  /** How often a run of the plan has begun. */
  nextAttempt(id: string): number
}

const idOf = (index: number): string => String(index + 1).padStart(4, '0')

export function openPlans(count: number, random: Random): SimPlans {
  const merged = new Map<string, 'daemon' | 'person'>()
  const workers = new Map<string, Set<Worker>>()
  const attempts = new Map<string, number>()
  const summaries: readonly PlanSummary[] = Array.from({ length: count }, (_, index) => ({
    id: idOf(index),
    path: `plans/${idOf(index)}-x.md`,
    place: 'active',
    status: 'active',
    priority: random.int(0, 4),
    dependsOn: [...new Set(Array.from({ length: random.pick([0, 0, 1, 1, 2]) }, () => random.int(0, index)))]
      .filter((before) => before < index)
      .map(idOf),
  }))
  let graph: PlanGraph | null = null
  const graphNow = (): PlanGraph => {
    graph ??= buildPlanGraph(
      summaries.map((plan) =>
        merged.has(plan.id) ? { ...plan, status: 'completed', place: 'completed' } : plan,
      ),
    )
    return graph
  }
  const living = (id: string): readonly Worker[] =>
    [...(workers.get(id) ?? [])].filter(({ isAlive }) => isAlive())
  return {
    ids: summaries.map(({ id }) => id),
    graph: graphNow,
    isMerged: (id) => merged.has(id),
    isDue: (id) => (graphNow().plans.get(id)?.dependsOn ?? []).every((before) => merged.has(before)),
    merge(id, by) {
      merged.set(id, by)
      graph = null
    },
    mergedBy: (by) => [...merged].filter(([, who]) => who === by).map(([id]) => id),
    workersOf: living,
    take(id, worker) {
      const known = workers.get(id) ?? new Set()
      workers.set(id, known.add(worker))
      return () => void known.delete(worker)
    },
    atWork: () => [...workers.keys()].filter((id) => living(id).some(({ byDaemon }) => byDaemon)),
    ready: (except, most) => eligiblePlans(graphNow(), except, most).map(({ id }) => id),
    behind: (blocked) => plansBehind(graphNow(), blocked),
    nextAttempt(id) {
      const attempt = (attempts.get(id) ?? 0) + 1
      attempts.set(id, attempt)
      return attempt
    },
  }
}
