/** Owns what the graph knows of a plan, and what can be wrong between plans. */
export const planStatuses = ['active', 'in_progress', 'completed', 'blocked'] as const
export type PlanStatus = (typeof planStatuses)[number]

export interface PlanSummary {
  readonly id: string
  /** The file, for people: `docs/exec-plans/active/0007-search.md`. */
  readonly path: string
  /** The folder it is in. */
  readonly place: 'active' | 'completed'
  readonly status: PlanStatus
  readonly dependsOn: readonly string[]
  /** Lower is more urgent. */
  readonly priority: number
}

/** The id that a plan's file name begins with; null if it begins otherwise. */
export const idInName = (path: string): string | null => /(?:^|[/\\])(\d{4})-[^/\\]*$/.exec(path)?.[1] ?? null

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

/** One sentence that names the files and says what to change. */
export function describeDefect(defect: PlanDefect): string {
  switch (defect.type) {
    case 'duplicate-id':
      return `duplicate-id: ${defect.paths.join(' and ')} all have the id ${defect.id}; give each plan its own`
    case 'missing-dependency':
      return `missing-dependency: ${defect.path} depends on ${defect.missing}, which no plan has as its id (field depends_on: “${defect.missing}”)`
    case 'self-dependency':
      return `self-dependency: ${defect.path} depends on itself; take ${defect.id} out of its depends_on`
    case 'cycle':
      return `cycle: ${[...defect.ids, defect.ids[0]].join(' → ')} wait for each other (${defect.paths.join(', ')}); take one dependency out`
    case 'id-filename-mismatch':
      return `id-filename-mismatch: ${defect.path} has the id ${defect.id}; its name must begin with ${defect.id}- (field id: “${defect.id}”)`
    case 'status-location-mismatch':
      return defect.place === 'completed'
        ? `status-location-mismatch: ${defect.path} is among the completed plans, but its status is ${defect.status} (field status: “${defect.status}”)`
        : `status-location-mismatch: ${defect.path} has the status completed, but is not among the completed plans (field status: “completed”)`
  }
}
