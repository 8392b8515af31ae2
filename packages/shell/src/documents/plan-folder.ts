/**
 * Owns reading the plan files of a repository for the graph: all of them, quickly. Only ordinary files count: a link
 * could lead out of the repository. Reads and, beside its disposable index, writes nothing.
 */
import { lstatSync, readdirSync, readFileSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { buildPlanGraph, describeDefect, type PlanGraph, type PlanSummary } from '@harness/core/plan-graph'
import { UserError } from '@harness/core/user-error'
import { describeProblem, type FormatProblem } from '@harness/formats/format-problem'
import { type PlanFile, type SummarizedPlan, summarizePlans } from '@harness/formats/plan/summarize-plans'
import { ignoreStateDir } from '../state-dir.ts'
import {
  isStampOf,
  type PlanIndex,
  type ReadPlanFile,
  readPlanIndex,
  stampOf,
  writePlanIndex,
} from './plan-index.ts'

export interface PlanFolders {
  readonly repoRoot: string
  readonly stateDir: string
  readonly planDir: string
  readonly completedDir: string
}

export interface KnownPlans {
  readonly graph: PlanGraph<SummarizedPlan>
  /** Files that could not be read as plans. */
  readonly problems: readonly FormatProblem[]
}

/** Below this, reading the files is as quick as reading an index. */
const worthIndexing = 100

interface FoundFile {
  readonly path: string
  readonly place: PlanSummary['place']
  readonly stats: Stats
}

export async function knownPlans(folders: PlanFolders): Promise<KnownPlans> {
  const stored = readPlanIndex(folders.stateDir)
  const found = [
    ...filesIn(folders.repoRoot, folders.planDir, 'active'),
    ...filesIn(folders.repoRoot, folders.completedDir, 'completed'),
  ]
  const unknown = found.filter(({ path, stats }) => {
    const known = stored.files[path]
    return known === undefined || !isStampOf(known[0], stats) || stored.isFresh(stats)
  })
  const read = await readPlans(folders.repoRoot, unknown)
  const said = (path: string): ReadPlanFile =>
    read.get(path) ?? stored.files[path]?.[1] ?? { plan: null, problems: [] }

  const plans: SummarizedPlan[] = []
  const problems: FormatProblem[] = []
  for (const { path, place } of found) {
    const file = said(path)
    if (file.plan !== null) plans.push({ ...file.plan, path, place })
    problems.push(...file.problems)
  }
  const isStale = unknown.length > 0 || Object.keys(stored.files).length !== found.length
  if (isStale && found.length >= worthIndexing) {
    const index: PlanIndex = Object.fromEntries(
      found.map(({ path, stats }) => [path, [stampOf(stats), said(path)] as const]),
    )
    await ignoreStateDir(folders.stateDir).catch(() => {})
    writePlanIndex(folders.stateDir, index)
  }
  return { graph: buildPlanGraph(plans), problems }
}

/** Refuses folders in which not every plan can be understood: what comes next would be a guess. */
export async function soundPlans(folders: PlanFolders): Promise<PlanGraph<SummarizedPlan>> {
  const { graph, problems } = await knownPlans(folders)
  const found = [...problems.map(describeProblem), ...graph.defects.map(describeDefect)]
  if (found.length === 0) return graph
  throw new UserError('plan-invalid', found.join('\n'), {
    next: 'Mend the plan files named above; harness validate checks all of them.',
  })
}

/** Sorted by name, so that what is said about them comes in the same order everywhere. */
function filesIn(repoRoot: string, folder: string, place: PlanSummary['place']): readonly FoundFile[] {
  const absolute = join(repoRoot, folder)
  const files: FoundFile[] = []
  for (const name of namesIn(absolute)) {
    // A template string and not join: ten thousand joins take as long as reading the index.
    const stats = lstatSync(`${absolute}/${name}`, { throwIfNoEntry: false })
    if (stats?.isFile() === true) files.push({ path: `${folder}/${name}`, place, stats })
  }
  return files
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

async function readPlans(
  repoRoot: string,
  files: readonly FoundFile[],
): Promise<ReadonlyMap<string, ReadPlanFile>> {
  const { plans, problems } = await summarizePlans(textsOf(repoRoot, files))
  const read = new Map<string, ReadPlanFile>(files.map(({ path }) => [path, { plan: null, problems: [] }]))
  for (const { path, place: _, ...plan } of plans) read.set(path, { plan, problems: [] })
  for (const problem of problems) {
    const before = read.get(problem.file)
    read.set(problem.file, { plan: null, problems: [...(before?.problems ?? []), problem] })
  }
  return read
}

/** One at a time: the texts of ten thousand plans need not be in memory together. */
function* textsOf(repoRoot: string, files: readonly FoundFile[]): Generator<PlanFile> {
  for (const { path, place } of files) {
    yield { path, place, text: readFileSync(`${repoRoot}/${path}`, 'utf8') }
  }
}
