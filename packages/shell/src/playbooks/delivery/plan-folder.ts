/**
 * Owns reading the plan files of a repository for the graph: all of them, quickly. Only ordinary files count: a link
 * could lead out of the repository. Which plans are completed is for the base branch to say: if it is not checked
 * out, it is asked too. Reads and, beside its disposable index, writes nothing.
 */
import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrokenPlan } from '@harness/core/work/blocked-plans'
import { buildPlanGraph, type PlanGraph, type PlanSummary } from '@harness/core/work/plan-graph'
import { readPlanFileName } from '@harness/formats/documents/plan/plan-file-name'
import {
  type PlanFile,
  type PlanProblem,
  type SummarizedPlan,
  summarizePlans,
} from '@harness/formats/documents/plan/summarize-plans'
import { describeProblem } from '@harness/formats/text/format-problem'
import { namesInSync } from '../../machine/disk/folder-names.ts'
import { isCheckedOut } from '../../machine/git/main-worktree.ts'
import { ignoreStateDir } from '../../store/layout/state-dir.ts'
import { openRunStore } from '../../store/open-run-store.ts'
import { type FoundFile, type IndexedFile, readPlanIndex, writePlanIndex } from './plan-index.ts'

export interface PlanFolders {
  readonly repoRoot: string
  readonly stateDir: string
  readonly planDir: string
  readonly completedDir: string
  readonly baseBranch: string
}

export interface RepositoryPlans extends PlanGraph<SummarizedPlan> {
  /** Ids of plans that are committed, but not on the base branch: they cannot be delivered yet. */
  readonly offBase: ReadonlySet<string>
  /** What plans were merged as whose files could not be moved, by id: they count as completed. */
  readonly delivered: ReadonlyMap<string, string>
}

export interface KnownPlans {
  readonly graph: RepositoryPlans
  /** Files that could not be read as plans. */
  readonly problems: readonly PlanProblem[]
}

/** Below this, reading the files is as quick as reading an index. */
const worthIndexing = 100

export async function knownPlans(folders: PlanFolders): Promise<KnownPlans> {
  const index = readPlanIndex(folders.stateDir)
  const unknown: FoundFile[] = []
  const found: (FoundFile | IndexedFile)[] = []
  // One after the other: what the system says of ten thousand files need not be in memory together.
  for (const file of planFilesIn(folders)) {
    const known = index.recall(file)
    if (known === null) unknown.push(file)
    found.push(known ?? file)
  }
  const read = await readPlans(folders.repoRoot, unknown)
  const files = found.map((file) => ('plan' in file ? file : indexed(file, read)))
  const isBehind = unknown.length > 0 || index.size !== files.length
  if (files.length >= worthIndexing && isBehind && canBeOurs(folders.stateDir)) {
    await ignoreStateDir(folders.stateDir).catch(() => {})
    writePlanIndex(folders.stateDir, files)
  }
  const here = files.flatMap(({ plan }) => plan ?? [])
  const problems = files.flatMap(({ problems: found }) => found)
  if (isCheckedOut(folders.repoRoot, folders.baseBranch))
    return { graph: await standing(folders, here, problems, new Set()), problems }
  const { unitedWithBase } = await import('./base-plans.ts')
  const paths = files.map(({ path }) => path)
  const { plans, offBase, problems: more } = await unitedWithBase(folders, here, paths)
  const all = [...problems, ...more]
  return { graph: await standing(folders, plans, all, offBase), problems: all }
}

/** The plans of the repository; those that a mistake blocks are named in `blocked`. */
export const repositoryPlans = async (folders: PlanFolders): Promise<RepositoryPlans> =>
  (await knownPlans(folders)).graph

function brokenPlans(problems: readonly PlanProblem[]): readonly BrokenPlan[] {
  const broken = new Map<string, BrokenPlan>()
  for (const problem of problems) {
    const known = broken.get(problem.file)
    const why = describeProblem(problem)
    broken.set(problem.file, {
      id: problem.planId,
      path: problem.file,
      why: known === undefined ? why : `${known.why}\n${why}`,
    })
  }
  return [...broken.values()]
}

async function standing(
  folders: PlanFolders,
  plans: readonly SummarizedPlan[],
  problems: readonly PlanProblem[],
  offBase: ReadonlySet<string>,
): Promise<RepositoryPlans> {
  const graph = { ...graphOf(plans, problems), offBase, delivered: new Map<string, string>() }
  if ((await openRunStore(folders.stateDir).subjects()).size === 0) return graph
  const { deliveredPlans } = await import('./delivered-plans.ts')
  const delivered = await deliveredPlans(folders, plans)
  if (delivered.size === 0) return graph
  const known = [...graph.plans].map(([id, plan]): [string, SummarizedPlan] => [
    id,
    delivered.has(id) ? { ...plan, status: 'completed' } : plan,
  ])
  return { ...graph, delivered, plans: new Map(known) }
}

/** The one that this process built last: a daemon looks every few seconds, and mostly nothing has changed. */
let latest: {
  readonly plans: readonly SummarizedPlan[]
  readonly problems: readonly PlanProblem[]
  readonly graph: PlanGraph<SummarizedPlan>
} | null = null

function graphOf(
  plans: readonly SummarizedPlan[],
  problems: readonly PlanProblem[],
): PlanGraph<SummarizedPlan> {
  if (latest === null || !isSame(latest.plans, plans) || !isSame(latest.problems, problems))
    latest = { plans, problems, graph: buildPlanGraph(plans, brokenPlans(problems)) }
  return latest.graph
}

/** The index gives the same object for an unchanged file. */
const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((value, at) => value === other[at])

/** A folder that is there and does not ignore itself may hold the user's own work: a look at plans must not hide that. */
const canBeOurs = (stateDir: string): boolean =>
  existsSync(join(stateDir, '.gitignore')) || !existsSync(stateDir)

function* planFilesIn({ repoRoot, planDir, completedDir }: PlanFolders): Generator<FoundFile> {
  yield* filesIn(repoRoot, planDir, 'active')
  yield* filesIn(repoRoot, completedDir, 'completed')
}

/** Sorted by name, so that what is said about them comes in the same order everywhere. */
function* filesIn(repoRoot: string, folder: string, place: PlanSummary['place']): Generator<FoundFile> {
  const absolute = join(repoRoot, folder)
  for (const name of namesInSync(absolute).toSorted()) {
    // A template string and not join: ten thousand joins take as long as reading the index.
    const stats = lstatSync(`${absolute}/${name}`, { throwIfNoEntry: false })
    if (stats?.isFile() === true) yield { path: `${folder}/${name}`, place, stats }
  }
}

interface ReadPlans {
  readonly plans: ReadonlyMap<string, SummarizedPlan>
  readonly problems: ReadonlyMap<string, readonly PlanProblem[]>
}

async function readPlans(repoRoot: string, files: readonly FoundFile[]): Promise<ReadPlans> {
  const unreadable: PlanProblem[] = []
  const { plans, problems } = await summarizePlans(textsOf(repoRoot, files, unreadable))
  const byFile = new Map<string, PlanProblem[]>()
  for (const problem of [...problems, ...unreadable])
    byFile.set(problem.file, [...(byFile.get(problem.file) ?? []), problem])
  return { plans: new Map(plans.map((plan) => [plan.path, plan])), problems: byFile }
}

const indexed = ({ path, place, stats }: FoundFile, { plans, problems }: ReadPlans): IndexedFile => ({
  path,
  place,
  stats,
  plan: plans.get(path) ?? null,
  problems: problems.get(path) ?? [],
})

/** One at a time: the texts of ten thousand plans need not be in memory together. Adds files it cannot read to `unreadable`. */
function* textsOf(
  repoRoot: string,
  files: readonly FoundFile[],
  unreadable: PlanProblem[],
): Generator<PlanFile> {
  for (const { path, place } of files) {
    let text: string
    try {
      text = readFileSync(`${repoRoot}/${path}`, 'utf8')
    } catch (error) {
      const problem = unreadableFile(path, error)
      if (problem !== null) unreadable.push(problem)
      continue
    }
    yield { path, place, text }
  }
}

/** Null if the file is no plan. */
function unreadableFile(path: string, error: unknown): PlanProblem | null {
  const name = readPlanFileName(path)
  if (name.kind === 'other') return null
  const { code = 'an error' } = error as NodeJS.ErrnoException
  const nowhere = { line: null, column: null, field: null, hint: null }
  const planId = name.kind === 'plan' ? name.id : null
  return { file: path, ...nowhere, expected: 'a file that can be read', found: code, planId }
}
