/** Plans belong to the people who wrote them: finds those among an agent's changes that were there before it began. */

import type { CommitHash } from '@harness/core/kernel/ids'
import { readPlanFileName } from '@harness/formats/documents/plan/plan-file-name'
import { entriesAt } from '../../../machine/git/tree-files.ts'

/** Plan files that the agent changed or deleted; new ones are work like any other. */
export async function touchedPlans(
  lane: string,
  start: CommitHash,
  changed: readonly string[],
  planDir: string,
): Promise<readonly string[]> {
  const plans = new Set(changed.filter((path) => isPlan(path, planDir)))
  if (plans.size === 0) return []
  return [...(await entriesAt(lane, start, [...plans])).keys()]
}

const isPlan = (path: string, planDir: string): boolean =>
  path.startsWith(`${planDir}/`) &&
  !path.slice(planDir.length + 1).includes('/') &&
  readPlanFileName(path).kind === 'plan'
