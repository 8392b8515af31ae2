/** The ids that can be completed at this moment. Quiet if there is nothing to read: a shell waits for the answer. */
import { UserError } from '@harness/core/kernel/user-error'
import type { KnownRun } from '@harness/shell/store/port/run-store'
import type { CommandContext, IdKind } from '../../line/command.ts'

const kinds: readonly string[] = ['plan', 'run', 'gate', 'choice'] satisfies IdKind[]

/** `of` is the gate whose choices are listed. */
export async function candidateIds(
  context: CommandContext,
  kind: string,
  of: string | null,
): Promise<readonly string[]> {
  if (!kinds.includes(kind)) {
    throw new UserError('usage', `There are no ids of ${JSON.stringify(kind)}.`, {
      next: 'harness completion --ids plan, run, gate or choice',
    })
  }
  try {
    if (kind === 'choice') return await choiceNames(context, of ?? '')
    return kind === 'plan' ? await planIds(context) : await runIds(context, kind === 'gate')
  } catch (error) {
    if (error instanceof UserError) return []
    throw error
  }
}

async function runIds(context: CommandContext, onlyWaiting: boolean): Promise<readonly string[]> {
  const [{ statePlace }, { runName }, { isAtGate }] = await Promise.all([
    import('../../run/target/state-dir.ts'),
    import('../../run/find-run.ts'),
    import('@harness/shell/store/layout/run-summary'),
  ])
  const { runs } = await statePlace(context)
  const listed: KnownRun[] = []
  for (const run of await runs.list())
    if (!onlyWaiting || (isAtGate(run.summary) && !(await runs.hasAnswer(run)))) listed.push(run)
  return [...listed.map(runName), ...(onlyWaiting ? listed.flatMap(gateName(context)) : [])]
}

async function choiceNames(context: CommandContext, named: string): Promise<readonly string[]> {
  const [{ statePlace }, { namedGate }] = await Promise.all([
    import('../../run/target/state-dir.ts'),
    import('../../run/attend/named-gate.ts'),
  ])
  const place = await statePlace(context)
  const { gate } = await namedGate({ ...place, context, named, of: null })
  return gate.gate.choices.map(({ name }) => name)
}

/** Some playbooks' gates can be answered by name. */
const gateName =
  ({ playbooks }: CommandContext) =>
  ({ summary }: KnownRun): readonly string[] =>
    summary?.gate != null && playbooks.named(summary.playbook)?.gates !== undefined ? [summary.gate] : []

async function planIds(context: CommandContext): Promise<readonly string[]> {
  const [{ planPlaces }, { knownPlans }] = await Promise.all([
    import('../../run/target/plan-places.ts'),
    import('@harness/shell/playbooks/delivery/plan-folder'),
  ])
  const { graph } = await knownPlans(await planPlaces(context))
  return [...graph.plans.values()]
    .filter(({ id, status }) => status !== 'completed' && !graph.blocked.has(id))
    .map(({ id }) => id)
}
