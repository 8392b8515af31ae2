/**
 * Owns the name of a new run: one that no run of its subject has, and none that anything left behind by one still
 * names. A run that was renamed or removed leaves its lane, its task files and commits with its commands' ids; a new
 * run of the same name would take them for its own.
 */
import type { RunId } from '@harness/core/kernel/ids'
import { subjectIn } from '@harness/core/kernel/ids'
import { laneMakers } from '../../effects/lanes/lane-record.ts'
import { namesIn } from '../../machine/disk/folder-names.ts'
import { runIdAt, subjectFolder } from '../../store/layout/run-folder.ts'
import { taskRunsOf } from '../../store/sidecars/task-files.ts'

/**
 * The moment it begins, or the next second that is free. `opensFor`: whom the run opens lanes for, if that is not its
 * subject but the features or prompts of it; such lanes may be named after seconds, too, and those are taken. `branches`:
 * what may have been left of such lanes if nothing else was.
 */
export async function freshRunId(
  stateDir: string,
  subject: string,
  now: number,
  opensFor: 'subject' | 'its parts' = 'subject',
  branches: readonly string[] = [],
): Promise<RunId> {
  const lanes = (await laneMakers(stateDir)).flatMap(({ lane, madeBy }) => {
    if (opensFor === 'its parts') return [madeBy, ...(/\d{8}-\d{6}$/.exec(lane) ?? [])]
    return subjectIn(madeBy) === subject ? [madeBy] : []
  })
  const left = branches.flatMap((branch) => /\d{8}-\d{6}/.exec(branch) ?? [])
  const taken = new Set(runsIn([...lanes, ...left, ...(await namedAfter(stateDir, subject))]))
  for (let at = now; ; at += 1_000) {
    const runId = runIdAt(at)
    if (!taken.has(runId)) return runId
  }
}

const namedAfter = async (stateDir: string, subject: string): Promise<readonly string[]> => [
  ...(await namesIn(subjectFolder(stateDir, subject))),
  ...(await namesIn(taskRunsOf(stateDir, subject))),
]

const runsIn = (names: readonly string[]): readonly string[] =>
  names.flatMap((name) => /^\d{8}-\d{6}/.exec(name)?.[0] ?? [])
