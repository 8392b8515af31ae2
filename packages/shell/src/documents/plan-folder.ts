/**
 * Owns reading the plan files of a repository: many and only for the graph, or one as a whole. A disposable index beside
 * the other state spares reading files that have not changed; it is never the truth, and losing it costs only time.
 */
import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildPlanGraph, describeDefect, type PlanGraph, type PlanSummary } from '@harness/core/plan-graph'
import { UserError } from '@harness/core/user-error'
import { describeProblem, type FormatProblem } from '@harness/formats/format-problem'
import { type SummarizedPlan, summarizePlans } from '@harness/formats/plan/summarize-plans'

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

/** A file as it was when it was read; a plan, or what was wrong with it. */
interface IndexedFile {
  readonly stamp: string
  readonly plans: readonly SummarizedPlan[]
  readonly problems: readonly FormatProblem[]
}

type PlanIndex = Readonly<Record<string, IndexedFile>>

const indexVersion = 1
const indexName = 'plan-index.json'
/** Below this, reading the files is as quick as reading an index. */
const worthIndexing = 100

export async function knownPlans(folders: PlanFolders): Promise<KnownPlans> {
  const before = readIndex(folders.stateDir)
  const after: Record<string, IndexedFile> = {}
  let changed = 0
  for (const [folder, place] of [
    [folders.planDir, 'active'],
    [folders.completedDir, 'completed'],
  ] as const) {
    for (const name of namesIn(join(folders.repoRoot, folder))) {
      const path = `${folder}/${name}`
      const stamp = stampOf(join(folders.repoRoot, path))
      if (stamp === null) continue
      const known = before[path]
      if (known?.stamp === stamp) after[path] = known
      else {
        after[path] = { stamp, ...(await readPlan(folders.repoRoot, path, place)) }
        changed++
      }
    }
  }
  const files = Object.values(after)
  if (files.length >= worthIndexing && (changed > 0 || Object.keys(before).length !== files.length))
    writeIndex(folders.stateDir, after)
  return {
    graph: buildPlanGraph(files.flatMap(({ plans }) => plans)),
    problems: files.flatMap(({ problems }) => problems),
  }
}

/** Refuses a folder in which not every plan can be understood: what comes next would be a guess. */
export async function soundPlans(folders: PlanFolders): Promise<PlanGraph<SummarizedPlan>> {
  const { graph, problems } = await knownPlans(folders)
  const found = [...problems.map(describeProblem), ...graph.defects.map(describeDefect)]
  if (found.length === 0) return graph
  throw new UserError('plan-invalid', found.join('\n'), {
    next: 'Mend the plan files named above; harness validate checks all of them.',
  })
}

async function readPlan(
  repoRoot: string,
  path: string,
  place: PlanSummary['place'],
): Promise<Omit<IndexedFile, 'stamp'>> {
  const text = readFileSync(join(repoRoot, path), 'utf8')
  return summarizePlans([{ path, text, place }])
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Changes with every write. Null where the name is no ordinary file (any more). */
function stampOf(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false })
  return found?.isFile() === true ? `${found.mtimeMs}-${found.ctimeMs}-${found.size}-${found.ino}` : null
}

function readIndex(stateDir: string): PlanIndex {
  try {
    const stored = JSON.parse(readFileSync(join(stateDir, indexName), 'utf8'))
    return stored.version === indexVersion ? stored.files : {}
  } catch {
    return {}
  }
}

/** Whole or not at all; where it cannot be written, the next command reads the files again. */
function writeIndex(stateDir: string, files: PlanIndex): void {
  const path = join(stateDir, indexName)
  try {
    writeFileSync(`${path}.${process.pid}`, JSON.stringify({ version: indexVersion, files }))
    renameSync(`${path}.${process.pid}`, path)
  } catch {
    // An index is a convenience.
  }
}
