/** Reads the plans of a folder that is one text. A plan with a mistake is a problem, and the others are read. */
import type { TaggedPlan } from '@harness/core/work/tagged-plan'
import { describeProblem, parsed } from '../../text/format-problem.ts'
import { filesOf } from '../codec/folder-text.ts'
import { parsePlanHeader } from './parse-plan.ts'
import { readPlanFileName } from './plan-file-name.ts'
import { scanPlanHeader } from './scan-plan-header.ts'

export function plansIn(
  folder: string | null,
  place: TaggedPlan['place'],
): { readonly plans: readonly TaggedPlan[]; readonly problems: readonly string[] } {
  const plans: TaggedPlan[] = []
  const problems: string[] = []
  for (const [name, text] of Object.entries(filesOf(folder))) {
    if (readPlanFileName(name).kind !== 'plan') continue
    const scanned = scanPlanHeader(text)
    const read = scanned === null ? parsePlanHeader(text, name) : parsed(scanned)
    if (!read.ok) {
      problems.push(...read.problems.map(describeProblem))
      continue
    }
    const { id, title, status, acceptanceTags } = read.value
    plans.push({ id, title, status, place, acceptanceTags })
  }
  return { plans, problems }
}
