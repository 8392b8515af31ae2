/** `harness next`: the plan that would be delivered next, and what stands behind it. */
import { exitCode } from '@harness/core/exit-code'
import { byUrgency, isEligible } from '@harness/core/plan-graph'
import { choosePlan } from '@harness/shell/documents/plan-document'
import { soundPlans } from '@harness/shell/documents/plan-folder'
import { stripControl } from '@harness/shell/redaction/strip-control'
import type { CommandContext } from '../command.ts'
import { openTarget } from '../open-target.ts'

const shownAfter = 4

export async function next(context: CommandContext): Promise<number> {
  const { terminal, json } = context
  const { folders } = await openTarget(context)
  const graph = await soundPlans(folders)
  const plan = choosePlan(graph, null)
  const eligible = [...graph.plans.values()].filter((each) => isEligible(graph, each)).sort(byUrgency)
  const counts = {
    eligible: eligible.length,
    completed: [...graph.plans.values()].filter((each) => each.status === 'completed').length,
    total: graph.plans.size,
  }
  if (json) {
    const { id, title, path, priority, dependsOn } = plan
    terminal.print(
      JSON.stringify({ ok: true, planId: id, title, path, priority, dependsOn, counts }, null, 2),
    )
    return exitCode.done
  }
  const { strong, faint } = terminal.colours
  terminal.print(stripControl(`${plan.id} ${plan.title}`))
  terminal.print(faint(stripControl(`     ${plan.path}, priority ${plan.priority}`)))
  for (const after of eligible.slice(1, 1 + shownAfter)) {
    terminal.print(stripControl(`then ${after.id} ${after.title}`))
  }
  terminal.print(
    `${counts.eligible} of ${counts.total} can begin now, ${counts.completed} completed\n${strong('next:')} harness run ${plan.id}`,
  )
  return exitCode.done
}
