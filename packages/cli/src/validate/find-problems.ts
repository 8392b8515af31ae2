/** Looks for everything that is wrong with a repository's config, plans, script and state. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describeDefect } from '@harness/core/plan-graph'
import { UserError } from '@harness/core/user-error'
import { describeProblem } from '@harness/formats/format-problem'
import { parsePlan } from '@harness/formats/plan/parse-plan'
import { loadScript } from '@harness/shell/agents/load-script'
import { knownPlans } from '@harness/shell/documents/plan-folder'
import { readJournal } from '@harness/shell/journal/read-journal'
import { knownRuns } from '@harness/shell/runs'
import type { CommandContext } from '../command.ts'
import { openTarget, type Target } from '../open-target.ts'
import { statePlace } from '../state-dir.ts'
import { counted } from '../terminal/amounts.ts'

export interface Problem {
  readonly area: 'config' | 'plan' | 'graph' | 'script' | 'state'
  readonly code: string
  readonly message: string
  readonly next: string
  readonly exitCode: number
}

export interface Validation {
  readonly problems: readonly Problem[]
  /** What was looked at, for people. */
  readonly looked: readonly string[]
}

export async function findProblems(context: CommandContext): Promise<Validation> {
  const problems: Problem[] = []
  const looked: string[] = []
  const note = (area: Problem['area'], error: unknown): void => {
    if (!(error instanceof UserError)) throw error
    const { code, message, next } = error
    problems.push({ area, code, message, next, exitCode: error.exitCode })
  }
  const target = await openTarget(context).catch((error: unknown) => {
    note('config', error)
    return null
  })
  if (target !== null) {
    looked.push(target.configFile)
    const { plans, count } = await planProblems(target)
    problems.push(...plans)
    looked.push(counted(count, 'plan'))
    if (target.config.agent.script !== null) {
      looked.push(target.config.agent.script)
      await loadScript(target.root, target.config.agent.script).catch((error: unknown) =>
        note('script', error),
      )
    }
  }
  const { stateDir } = target ?? (await statePlace(context))
  const runs = await knownRuns(stateDir)
  looked.push(counted(runs.length, 'journal'))
  for (const run of runs) await readJournal(run.dir).catch((error: unknown) => note('state', error))
  return { problems, looked }
}

async function planProblems({
  root,
  folders,
}: Target): Promise<{ plans: readonly Problem[]; count: number }> {
  const { graph, problems } = await knownPlans(folders)
  const next = 'Correct the file, then: harness validate'
  const planProblem = (message: string): Problem => ({
    area: 'plan',
    code: 'plan-invalid',
    message,
    next,
    exitCode: 2,
  })
  const found = problems.map((problem) => planProblem(describeProblem(problem)))
  for (const plan of graph.plans.values()) {
    if (plan.place !== 'active') continue
    const read = parsePlan(await readFile(join(root, plan.path), 'utf8'), plan.path)
    if (!read.ok) found.push(...read.problems.map((problem) => planProblem(describeProblem(problem))))
  }
  const defects = graph.defects.map((defect) => ({
    ...planProblem(describeDefect(defect)),
    area: 'graph' as const,
  }))
  return { plans: [...found, ...defects], count: graph.plans.size + problems.length }
}
