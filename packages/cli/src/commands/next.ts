/** `harness next`: the plan that would be delivered next, and what stands behind it. */
import { exitCode } from '@harness/core/exit-code'
import { byUrgency, isEligible, type PlanGraph, unmetDependencies } from '@harness/core/plan-graph'
import type { SummarizedPlan } from '@harness/formats/plan/summarize-plans'
import { soundPlans } from '@harness/shell/documents/plan-folder'
import { stripControl } from '@harness/shell/redaction/strip-control'
import type { CommandContext } from '../command.ts'
import { planPlaces } from '../plan-places.ts'

const shownAfter = 4

export async function next(context: CommandContext): Promise<number> {
  const { terminal, json } = context
  const graph = await soundPlans(await planPlaces(context))
  const plans = [...graph.plans.values()]
  const eligible = plans.filter((plan) => isEligible(graph, plan)).sort(byUrgency)
  const open = plans.filter((plan) => plan.status !== 'completed')
  const waiting = open.filter((plan) => !isEligible(graph, plan)).slice(0, shownAfter)
  const counts = { eligible: eligible.length, completed: plans.length - open.length, total: plans.length }
  const [plan] = eligible
  if (json) {
    const { id = null, title = null, path = null, priority = null, dependsOn = [] } = plan ?? {}
    const held = waiting.map((each) => ({ planId: each.id, why: whyNot(graph, each) }))
    const answer = { ok: true, planId: id, title, path, priority, dependsOn, counts, waiting: held }
    terminal.print(JSON.stringify(answer, null, 2))
    return exitCode.done
  }
  const { strong, faint } = terminal.colours
  const tally = `${counts.eligible} of ${counts.total} can begin now, ${counts.completed} completed`
  if (plan === undefined) {
    terminal.print(open.length === 0 ? 'Every plan is completed.' : 'No plan can begin now.')
    for (const each of waiting)
      terminal.print(stripControl(`${each.id} ${each.title}: ${whyNot(graph, each)}`))
    terminal.print(tally)
    return exitCode.done
  }
  terminal.print(stripControl(`${plan.id} ${plan.title}`))
  terminal.print(faint(stripControl(`     ${plan.path}, priority ${plan.priority}`)))
  for (const after of eligible.slice(1, 1 + shownAfter)) {
    terminal.print(stripControl(`then ${after.id} ${after.title}`))
  }
  terminal.print(`${tally}\n${strong('next:')} harness run ${plan.id}`)
  return exitCode.done
}

function whyNot(graph: PlanGraph, plan: SummarizedPlan): string {
  const unmet = unmetDependencies(graph, plan)
  return unmet.length > 0 ? `waits for ${unmet.join(', ')}` : plan.status
}
