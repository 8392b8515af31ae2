/** The runs of workflows and specs behind docs/roles.md: together they send each of their roles. */
import type { RecordedRuns } from './role-page.ts'
import type { Rule } from './sample-repo.ts'
import { analyst, critic, deep, idea, interviewer, specRepo } from './spec-repo.ts'
import { ends, evaluates, misspells, multi, plans, standard, words, workflowRepo } from './workflow-repo.ts'

/** Its checks fail until a person has a patch proposed. */
export async function singleWorkflow(): Promise<RecordedRuns> {
  const rules = [plans(), misspells.generator, misspells.proposer, words, evaluates()]
  const root = workflowRepo(rules, misspells.settings)
  await ends(8, root, ['workflow', 'Say hello', '--yes'])
  for (const choice of ['proceed', 'auto-fix', 'apply']) await ends(8, root, ['answer', 'workflow', choice])
  return { root, subject: 'workflow' }
}

export async function standardWorkflow(): Promise<RecordedRuns> {
  const root = workflowRepo(standard)
  await ends(8, root, ['workflow', 'Say hello', '--yes', '--mode', 'standard'])
  await ends(8, root, ['answer', 'workflow', 'proceed'])
  return { root, subject: 'workflow' }
}

/** Its conventions are scanned first. */
export async function multiWorkflow(): Promise<RecordedRuns> {
  const root = workflowRepo(multi, { conventions: 'scan' })
  await ends(8, root, ['workflow', 'Say hello', '--yes', '--mode', 'multi'])
  await ends(8, root, ['answer', 'workflow', 'proceed'])
  return { root, subject: 'workflow' }
}

export const quickSpec = (): Promise<RecordedRuns> => spec([interviewer, analyst, critic])

export const deepSpec = (): Promise<RecordedRuns> => spec(deep, '--deep')

async function spec(rules: readonly Rule[], ...flags: readonly string[]): Promise<RecordedRuns> {
  const root = specRepo(...rules)
  await ends(8, root, ['spec', idea, '--no-scan', ...flags])
  await ends(0, root, ['answer', 'spec', 'enough', '-m', 'everyone'])
  return { root, subject: 'spec' }
}
