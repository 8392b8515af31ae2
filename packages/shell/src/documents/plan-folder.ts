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
import { type IndexedFile, readPlanIndex, writePlanIndex } from './plan-index.ts'

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
  const index = readPlanIndex(folders.stateDir)
  const found = [
    ...filesIn(folders.repoRoot, folders.planDir, 'active'),
    ...filesIn(folders.repoRoot, folders.completedDir, 'completed'),
  ]
  const recalled = found.map(({ path, place, stats }) => index.recall(path, place, stats))
  const unknown = found.filter((_, at) => recalled[at] === null)
  const read = await readPlans(folders.repoRoot, unknown)
  const files = found.map((file, at) => recalled[at] ?? indexed(file, read))
  if (files.length >= worthIndexing && (unknown.length > 0 || index.size !== files.length)) {
    await ignoreStateDir(folders.stateDir).catch(() => {})
    writePlanIndex(folders.stateDir, files)
  }
  return {
    graph: buildPlanGraph(files.flatMap(({ plan }) => plan ?? [])),
    problems: files.flatMap(({ problems }) => problems),
  }
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

interface ReadPlans {
  readonly plans: ReadonlyMap<string, SummarizedPlan>
  readonly problems: ReadonlyMap<string, readonly FormatProblem[]>
}

async function readPlans(repoRoot: string, files: readonly FoundFile[]): Promise<ReadPlans> {
  const { plans, problems } = await summarizePlans(textsOf(repoRoot, files))
  const byFile = new Map<string, FormatProblem[]>()
  for (const problem of problems) byFile.set(problem.file, [...(byFile.get(problem.file) ?? []), problem])
  return { plans: new Map(plans.map((plan) => [plan.path, plan])), problems: byFile }
}

const indexed = ({ path, stats }: FoundFile, { plans, problems }: ReadPlans): IndexedFile => ({
  path,
  stats,
  plan: plans.get(path) ?? null,
  problems: problems.get(path) ?? [],
})

/** One at a time: the texts of ten thousand plans need not be in memory together. */
function* textsOf(repoRoot: string, files: readonly FoundFile[]): Generator<PlanFile> {
  for (const { path, place } of files) {
    yield { path, place, text: readFileSync(`${repoRoot}/${path}`, 'utf8') }
  }
}
