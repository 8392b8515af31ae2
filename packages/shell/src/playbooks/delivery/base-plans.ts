/**
 * Owns what the base branch says about plans while another branch is checked out: which are completed there, which are
 * there only, and which are not there yet. Loaded only then.
 */

import type { PlanSummary } from '@harness/core/work/plan-graph'
import { readPlanFileName } from '@harness/formats/documents/plan/plan-file-name'
import {
  type PlanFile,
  type PlanProblem,
  type SummarizedPlan,
  summarizePlans,
} from '@harness/formats/documents/plan/summarize-plans'
import { textOn } from '../../machine/git/committed-file.ts'
import { git, gitOk } from '../../machine/git/git.ts'
import type { PlanFolders } from './plan-folder.ts'

export interface UnitedPlans {
  readonly plans: readonly SummarizedPlan[]
  readonly problems: readonly PlanProblem[]
  /** Ids of plans that are committed, but not on the base branch. */
  readonly offBase: ReadonlySet<string>
}

interface BaseFile {
  readonly id: string
  readonly path: string
  readonly place: PlanSummary['place']
  readonly blob: string
}

/** The plans of the checkout, corrected and completed by what the base branch has. */
export async function unitedWithBase(
  folders: PlanFolders,
  here: readonly SummarizedPlan[],
  pathsHere: readonly string[],
): Promise<UnitedPlans> {
  const files = await planFilesOf(folders)
  // Callers that need a missing base branch report it.
  if (files === null) return { plans: here, problems: [], offBase: new Set() }
  const completed = new Map(files.filter(({ place }) => place === 'completed').map((it) => [it.id, it]))
  const plans = here.map((plan): SummarizedPlan => {
    const there = completed.get(plan.id)
    return there === undefined || plan.place === 'completed'
      ? plan
      : { ...plan, path: there.path, place: 'completed', status: 'completed' }
  })
  const known = new Set([...here.map(({ id }) => id), ...pathsHere])
  const onlyThere = files.filter(({ id, path }) => !known.has(id) && !known.has(path))
  const read = await summarizePlans(await textsOf(folders.repoRoot, onlyThere))
  return {
    plans: [...plans, ...read.plans],
    problems: read.problems,
    offBase: await offBase(folders, plans, new Set(files.map(({ path }) => path))),
  }
}

/** Null if there is no such branch. */
async function planFilesOf({ repoRoot, baseBranch, planDir, completedDir }: PlanFolders) {
  const folders = [`${planDir}/`, `${completedDir}/`]
  const tree = `refs/heads/${baseBranch}`
  const { exitCode, stdout } = await git(repoRoot, ['ls-tree', '-z', '--full-tree', tree, '--', ...folders])
  if (exitCode !== 0) return null
  return stdout.split('\0').flatMap((line): readonly BaseFile[] => {
    const [, blob, path] = /^100\d{3} blob ([0-9a-f]+)\t(.+)$/s.exec(line) ?? []
    if (blob === undefined || path === undefined) return []
    const name = readPlanFileName(path)
    const place = path.startsWith(`${completedDir}/`) ? 'completed' : 'active'
    return name.kind === 'plan' ? [{ id: name.id, path, place, blob }] : []
  })
}

/** All of them in one call of git. */
async function textsOf(repoRoot: string, files: readonly BaseFile[]): Promise<readonly PlanFile[]> {
  if (files.length === 0) return []
  const stdin = files.map(({ blob }) => `${blob}\n`).join('')
  const { bytes } = await gitOk(repoRoot, ['cat-file', '--batch'], { stdin })
  let at = 0
  return files.map(({ path, place }) => {
    const head = bytes.indexOf('\n', at)
    const size = Number(bytes.toString('utf8', at, head).split(' ')[2])
    at = head + 1 + size + 1
    return { path, place, text: bytes.toString('utf8', head + 1, head + 1 + size) }
  })
}

/** A plan that git does not know at all is in an ignored folder, and need not be on any branch. */
async function offBase(
  { repoRoot, planDir }: PlanFolders,
  plans: readonly SummarizedPlan[],
  onBase: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const missing = plans.filter(({ place, path }) => place === 'active' && !onBase.has(path))
  if (missing.length === 0) return new Set()
  const { stdout } = await gitOk(repoRoot, ['ls-files', '-z', '--', `${planDir}/`])
  const tracked = new Set(stdout.split('\0'))
  return new Set(missing.filter(({ path }) => tracked.has(path)).map(({ id }) => id))
}

/** The text of a plan on the base branch; null if it is not there. */
export async function planTextOnBase(
  { repoRoot, baseBranch }: PlanFolders,
  path: string,
): Promise<string | null> {
  return textOn(repoRoot, `refs/heads/${baseBranch}`, path)
}
