/** The ids that can be completed at this moment. Quiet where there is nothing to read: a shell waits for the answer. */
import { UserError } from '@harness/core/user-error'
import type { CommandContext } from '../command.ts'

export async function candidateIds(context: CommandContext, kind: string): Promise<readonly string[]> {
  if (kind !== 'plan' && kind !== 'run') {
    throw new UserError('usage', `There are no ids of ${JSON.stringify(kind)}.`, {
      next: 'harness completion --ids plan, or run',
    })
  }
  try {
    return kind === 'run' ? await runIds(context) : await planIds(context)
  } catch (error) {
    if (error instanceof UserError) return []
    throw error
  }
}

async function runIds(context: CommandContext): Promise<readonly string[]> {
  const [{ statePlace }, { knownRuns }, { runName }] = await Promise.all([
    import('../state-dir.ts'),
    import('@harness/shell/runs'),
    import('../find-run.ts'),
  ])
  const { stateDir } = await statePlace(context)
  return (await knownRuns(stateDir)).map(runName)
}

async function planIds(context: CommandContext): Promise<readonly string[]> {
  const [{ planPlaces }, { knownPlans }] = await Promise.all([
    import('../plan-places.ts'),
    import('@harness/shell/documents/plan-folder'),
  ])
  const { graph } = await knownPlans(await planPlaces(context))
  return [...graph.plans.values()].filter((plan) => plan.status !== 'completed').map((plan) => plan.id)
}
