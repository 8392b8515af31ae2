/** Looks for everything that is wrong with a repository's config, plans, mission, script and state. */
import { exitCode } from '@harness/core/kernel/exit-code'
import { UserError } from '@harness/core/kernel/user-error'
import { describeDefect } from '@harness/core/work/plan-graph'
import { parsePlan } from '@harness/formats/documents/plan/parse-plan'
import { planAdvice } from '@harness/formats/documents/plan/plan-advice'
import { counted } from '@harness/formats/text/amounts'
import { describeProblem } from '@harness/formats/text/format-problem'
import { checkScript } from '@harness/shell/effects/agents/roles/load-script'
import { uselessRoleTexts } from '@harness/shell/effects/agents/roles/role-overrides'
import { planText } from '@harness/shell/playbooks/delivery/plan-document'
import { knownPlans } from '@harness/shell/playbooks/delivery/plan-folder'
import { openRunStore } from '@harness/shell/store/open-run-store'
import { readStateFile } from '@harness/shell/store/sidecars/state-file'
import type { CommandContext } from '../../line/command.ts'
import type { Target } from '../../run/target/look-at-target.ts'
import { statePlace } from '../../run/target/state-dir.ts'
import { examineConfig } from '../../run/trust/examine-config.ts'
import { unreadDrops } from './unread-drops.ts'

export interface Problem {
  /** `config`, `plan`, `graph`, `role`, `script`, `state`, or the playbook whose documents are wrong. */
  readonly area: string
  readonly code: string
  readonly message: string
  readonly next: string
  readonly exitCode: number
}

export interface Validation {
  readonly problems: readonly Problem[]
  /** What is right, but could be better. */
  readonly advice: readonly string[]
  /** What was looked at, for people. */
  readonly looked: readonly string[]
}

export async function findProblems(context: CommandContext): Promise<Validation> {
  const problems: Problem[] = []
  const advice: string[] = []
  const looked: string[] = []
  const note = (area: Problem['area'], error: unknown): void => {
    if (!(error instanceof UserError)) throw error
    const { code, message, next } = error
    problems.push({ area, code, message, next, exitCode: error.exitCode })
  }
  const examined = await examineConfig(context).catch((error: unknown) => {
    note('config', error)
    return null
  })
  const target = examined?.target ?? null
  if (examined === null) looked.push('the config')
  if (examined?.broken) note('config', examined.broken)
  else if (examined?.isUnknown === true) {
    looked.push('the syntax of harness.config.ts')
    advice.push('harness.config.ts is not trusted as it is now: its value is checked by harness trust')
  }
  if (target !== null) {
    looked.push(target.configFile)
    const plans = await lookAtPlans(target)
    problems.push(...plans.problems)
    advice.push(...plans.advice)
    looked.push(counted(plans.count, 'plan'))
    const drops = await unreadDrops(target, plans.phases)
    problems.push(...drops.map((message) => contextProblem(message)))
    for (const { identity, validate } of context.playbooks.entries) {
      const look = await validate?.()
      const found = await look?.(target.root).catch((error: unknown) => note(identity.name, error))
      looked.push(...(found?.looked ?? []))
      advice.push(...(found?.advice ?? []))
    }
    const own = target.config.playbooks.flatMap(({ description }) => Object.keys(description.roles ?? {}))
    const roles = [...context.playbooks.roles.map(({ role }) => role), ...own]
    for (const { message, next } of await uselessRoleTexts(target.root, roles))
      problems.push({ area: 'role', code: 'role-missing', message, next, exitCode: exitCode.usage })
    if (target.config.agent.script !== null) {
      looked.push(target.config.agent.script)
      await checkScript(target.root, target.config.agent.script).catch((error: unknown) =>
        note('script', error),
      )
    }
  }
  const { stateDir } = target ?? (await statePlace(context))
  const store = openRunStore(stateDir)
  const runs = await store.list()
  looked.push(counted(runs.length, 'journal'))
  for (const run of runs) await store.read(run).catch((error: unknown) => note('state', error))
  await readStateFile(stateDir).catch((error: unknown) => note('state', error))
  return { problems, advice, looked }
}

interface PlansLook {
  readonly problems: readonly Problem[]
  readonly advice: readonly string[]
  readonly count: number
  /** Of the open plans. */
  readonly phases: ReadonlySet<string>
}

async function lookAtPlans({ folders }: Target): Promise<PlansLook> {
  const { graph, problems } = await knownPlans(folders)
  const found = problems.map((problem) => planProblem('plan', describeProblem(problem)))
  const advice: string[] = []
  const phases = new Set<string>()
  for (const plan of graph.plans.values()) {
    if (plan.place !== 'active') continue
    const read = parsePlan(await planText(folders, plan.path), plan.path)
    if (read.ok) {
      advice.push(...planAdvice(read.value))
      phases.add(read.value.phase)
    } else found.push(...read.problems.map((problem) => planProblem('plan', describeProblem(problem))))
  }
  const defects = graph.defects.map((defect) => planProblem('graph', describeDefect(defect)))
  const broken = new Set(problems.map(({ file }) => file))
  return { problems: [...found, ...defects], advice, count: graph.plans.size + broken.size, phases }
}

const contextProblem = (message: string): Problem => ({
  area: 'context',
  code: 'usage',
  message,
  next: 'Correct its front matter, or put it away: harness context archive <name>',
  exitCode: exitCode.usage,
})

const planProblem = (area: Problem['area'], message: string): Problem => ({
  area,
  code: 'plan-invalid',
  message,
  next: 'Correct the file, then: harness validate',
  exitCode: exitCode.usage,
})
