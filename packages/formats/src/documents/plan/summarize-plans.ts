/** Reads many plan files for what the graph needs of them, with the parser only if the line scan gives up. */
import type { PlanSummary } from '@harness/core/work/plan-graph'
import type { FormatProblem } from '../../text/format-problem.ts'
import type { PlanHeader } from './plan.ts'
import { readPlanFileName } from './plan-file-name.ts'
import { scanPlanHeader } from './scan-plan-header.ts'

export interface PlanFile {
  readonly path: string
  /** At least the front matter. */
  readonly text: string
  readonly place: PlanSummary['place']
}

export interface SummarizedPlan extends PlanSummary {
  readonly title: string
  readonly acceptanceTags: readonly string[]
}

/** What is wrong with a file, and which plan it is meant to be: by its name, else by its header, else unknown. */
export interface PlanProblem extends FormatProblem {
  readonly planId: string | null
}

export interface PlanSummaries {
  readonly plans: readonly SummarizedPlan[]
  readonly problems: readonly PlanProblem[]
}

/** Files that are no plans are left out; misnamed ones are problems. Loads the parser only when it is needed. */
export async function summarizePlans(files: Iterable<PlanFile>): Promise<PlanSummaries> {
  const plans: SummarizedPlan[] = []
  const problems: PlanProblem[] = []
  for (const { path, text, place } of files) {
    const name = readPlanFileName(path)
    const { kind } = name
    if (kind === 'other') continue
    const scanned = kind === 'plan' ? scanPlanHeader(text) : null
    if (scanned !== null) {
      plans.push(planSummary(scanned, path, place))
      continue
    }
    const parser = await import('./parse-plan.ts')
    const read =
      kind === 'plan'
        ? parser.parsePlanHeader(text, path)
        : { ok: false as const, problems: [parser.misnamed(path)] }
    if (read.ok) {
      plans.push(planSummary(read.value, path, place))
      continue
    }
    const planId = name.kind === 'plan' ? name.id : (scanPlanHeader(text)?.id ?? null)
    problems.push(...read.problems.map((problem) => ({ ...problem, planId })))
  }
  return { plans, problems }
}

const planSummary = (header: PlanHeader, path: string, place: PlanSummary['place']): SummarizedPlan => ({
  id: header.id,
  title: header.title,
  acceptanceTags: header.acceptanceTags,
  path,
  place,
  status: header.status,
  dependsOn: header.dependsOn,
  priority: header.priority,
})
