/**
 * Owns telling which plans were delivered although their files still say otherwise: the change is merged, but the file
 * could not be moved (a protected base, say). A plan that people changed since the merge is a new task.
 */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exitCode } from '@harness/core/kernel/exit-code'
import type { SummarizedPlan } from '@harness/formats/documents/plan/summarize-plans'
import { textOn } from '../../machine/git/committed-file.ts'
import { openRunStore } from '../../store/open-run-store.ts'
import type { PassedOver } from './passed-over.ts'
import type { PlanFolders, RepositoryPlans } from './plan-folder.ts'

/** The merge of each, by the plan's id. */
export async function deliveredPlans(
  { repoRoot, stateDir }: PlanFolders,
  plans: readonly SummarizedPlan[],
): Promise<ReadonlyMap<string, string>> {
  const runs = openRunStore(stateDir)
  const started = await runs.subjects()
  const delivered = new Map<string, string>()
  for (const { id, path, place } of plans) {
    if (place !== 'active' || !started.has(id)) continue
    const [newest] = await runs.list(id)
    const merged = newest?.summary?.status === 'done' ? newest.summary.mergedUnmoved : undefined
    if (merged !== undefined && !(await isChangedSince(repoRoot, merged, path))) delivered.set(id, merged)
  }
  return delivered
}

/** What is not in the merge (any more) is no proof of a change. */
async function isChangedSince(repoRoot: string, merged: string, path: string): Promise<boolean> {
  const there = await textOn(repoRoot, merged, path)
  const here = await readFile(join(repoRoot, path), 'utf8').catch(() => null)
  return there !== null && here !== null && withoutReturns(here) !== withoutReturns(there)
}

const withoutReturns = (text: string): string => text.replaceAll('\r\n', '\n')

/** What a person is told of one: why it is not offered, and what to do. */
export const deliveredWords = (merged: string, path: string) => ({
  why: `was merged as ${merged.slice(0, 12)}, but its file is still in ${path}`,
  next: 'Move it to the completed plans, with "status: completed" in its header, by a commit on the base branch. (To have it delivered once more, change the plan.)',
})

/** Merged, but still in the way: nothing is begun for them, and a person has to see to their files. */
export const leftPlans = ({ plans, delivered }: RepositoryPlans): readonly PassedOver[] =>
  [...delivered].map(([planId, merged]) => ({
    planId,
    ...deliveredWords(merged, plans.get(planId)?.path ?? ''),
    exitCode: exitCode.escalated,
  }))
