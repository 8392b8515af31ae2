/** Finds what runs of plans merged, in their journals. */
import { isLaneMerged } from '@harness/core/effects/merge-lane'
import { UserError } from '@harness/core/kernel/user-error'
import { git } from '../../machine/git/git.ts'
import type { RunRef, RunStore } from '../../store/port/run-store.ts'

export interface MergedPlan {
  readonly planId: string
  readonly run: string
  readonly commit: string
  readonly at: number
  /** If the base branch has the commit. */
  readonly isOnBase: boolean
  /** The checks that passed on what was merged, as the harness ran them. */
  readonly checks: readonly string[]
}

/** The latest merge of each plan; plans that no run merged are left out. */
export async function mergedPlans(
  runs: RunStore,
  repoRoot: string,
  tip: string,
  planIds: readonly string[],
): Promise<readonly MergedPlan[]> {
  const merged: MergedPlan[] = []
  for (const planId of planIds)
    for (const run of await runs.list(planId)) {
      const found = await mergeOf(runs, run)
      if (found === null) continue
      const { exitCode } = await git(repoRoot, ['merge-base', '--is-ancestor', found.commit, tip])
      merged.push({ planId, run: `${run.subject}-${run.runId}`, ...found, isOnBase: exitCode === 0 })
      break
    }
  return merged
}

/** A journal that is refused shows no merge. */
async function mergeOf(
  runs: RunStore,
  run: RunRef,
): Promise<Pick<MergedPlan, 'commit' | 'at' | 'checks'> | null> {
  try {
    const events = (await runs.read(run))?.events ?? []
    const event = events.findLast(isLaneMerged)
    if (event === undefined) return null
    const evidence = events.flatMap((one) =>
      'evidence' in one && Array.isArray(one.evidence) ? (one.evidence as typeof event.evidence) : [],
    )
    const passed = evidence.filter(
      ({ tree, exitCode, problem }) => tree === event.tree && exitCode === 0 && problem === null,
    )
    return { commit: event.commit, at: event.at, checks: [...new Set(passed.map(({ check }) => check))] }
  } catch (error) {
    if (error instanceof UserError) return null
    throw error
  }
}
