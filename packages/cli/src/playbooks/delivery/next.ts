/** `harness next`: the plan that would be delivered next, and what comes before and after it. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exitCode } from '@harness/core/kernel/exit-code'
import { type BlockedPlan, namedOnce } from '@harness/core/work/blocked-plans'
import { byUrgency, isEligible, unmetDependencies } from '@harness/core/work/plan-graph'
import type { SummarizedPlan } from '@harness/formats/documents/plan/summarize-plans'
import { describeProblem } from '@harness/formats/text/format-problem'
import { frozenMark, isFrozen } from '@harness/shell/effects/freeze/freeze'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import type { PassedOver } from '@harness/shell/playbooks/delivery/passed-over'
import { type RepositoryPlans, repositoryPlans } from '@harness/shell/playbooks/delivery/plan-folder'
import type { CommandContext } from '../../line/command.ts'
import { passedOverOf } from '../../run/passed-plans.ts'
import { planPlaces } from '../../run/target/plan-places.ts'

const shownAfter = 4

export async function next(context: CommandContext): Promise<number> {
  const { terminal, json } = context
  const places = await planPlaces(context)
  if (existsSync(join(places.repoRoot, 'harness.config.ts'))) {
    const { tellStale } = await import('../../run/trust/tell-stale.ts')
    await tellStale(context, places.repoRoot)
  }
  const graph = await repositoryPlans(places)
  const plans = [...graph.plans.values()]
  const canBegin = (plan: SummarizedPlan): boolean => isEligible(graph, plan) && !graph.offBase.has(plan.id)
  const inOrder = plans.filter(canBegin).sort(byUrgency)
  const passed = [...(await leftOf(graph)), ...(await passedOverOf(places.stateDir, inOrder))]
  const free = inOrder.filter(({ id }) => !passed.some(({ planId }) => planId === id))
  const bad = await badBodies(places.repoRoot, free)
  const eligible = free.filter((plan) => !bad.some(({ id }) => id === plan.id))
  const open = plans.filter((plan) => plan.status !== 'completed')
  const blocked = [...graph.blocked.values(), ...bad]
  const waiting = open.filter((plan) => !canBegin(plan) && !graph.blocked.has(plan.id)).slice(0, shownAfter)
  const counts = { eligible: eligible.length, completed: plans.length - open.length, total: plans.length }
  const [plan] = eligible
  const frozen = isFrozen(places.stateDir) ? await frozenMark(places.stateDir) : null
  if (json) {
    const { id = null, title = null, path = null, priority = null, dependsOn = [] } = plan ?? {}
    const held = waiting.map((each) => ({ planId: each.id, why: whyNot(graph, each) }))
    const passedOver = passed.map(({ planId, why, next }) => ({ planId, why, next }))
    const answer = {
      ok: true,
      planId: id,
      title,
      path,
      priority,
      dependsOn,
      counts,
      passedOver,
      waiting: held,
      blocked: blocked.map(({ id: planId, path: file, why, by }) => ({ planId, path: file, why, by })),
      frozen: frozen?.reason ?? null,
    }
    terminal.print(JSON.stringify(answer, null, 2))
    return exitCode.done
  }
  const { strong, faint, warn } = terminal.colours
  if (frozen !== null)
    terminal.print(warn(stripControl(`This repository is frozen: ${frozen.reason} (${frozen.path})`)))
  for (const over of passed.slice(0, shownAfter)) {
    terminal.print(faint(stripControl(`not  ${over.planId}: it ${over.why}`)))
    terminal.print(faint(stripControl(`     ${over.next}`)))
  }
  const named = [...namedOnce(graph.blocked), ...bad]
  for (const { id, path, why } of named.slice(0, shownAfter))
    terminal.print(warn(stripControl(`bad  ${id ?? path}: ${why}`)))
  if (named.length > shownAfter)
    terminal.print(warn(`     and ${named.length - shownAfter} more; all mistakes: harness validate`))
  const tally = `${counts.eligible} of ${counts.total} can start now, ${counts.completed} completed`
  if (plan === undefined) {
    terminal.print(nothingToBegin(places.planDir, plans.length, open.length))
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
  const first = (await lacksCommits(places.repoRoot)) ? `${await firstCommit()}; then: ` : ''
  terminal.print(`${tally}\n${strong('next:')} ${first}harness run ${plan.id}`)
  return exitCode.done
}

/** The plans before the first one with a sound body: the graph knows headers only, and reading all takes too long. */
async function badBodies(root: string, inOrder: readonly SummarizedPlan[]): Promise<readonly BlockedPlan[]> {
  const bad: BlockedPlan[] = []
  for (const { id, path } of inOrder) {
    const file = join(root, path)
    if (!existsSync(file)) break
    const { bodyProblems } = await import('@harness/formats/documents/plan/body-problems')
    const problems = bodyProblems(readFileSync(file, 'utf8'), path, id)
    if (problems.length === 0) break
    bad.push({ id, path, why: problems.map(describeProblem).join('\n'), by: [] })
  }
  return bad
}

const firstCommit = async (): Promise<string> =>
  (await import('@harness/shell/engine/conduct/guards')).firstCommitAdvice

/** Work begins at a commit. Git is asked only if no file tells that there is one: it takes longer than all the rest. */
async function lacksCommits(root: string): Promise<boolean> {
  if (['logs/HEAD', 'packed-refs'].some((file) => existsSync(join(root, '.git', file)))) return false
  const { resolveCommit } = await import('@harness/shell/machine/git/commits')
  return (await resolveCommit(root, 'HEAD')) === null
}

function nothingToBegin(planDir: string, total: number, open: number): string {
  if (total === 0) return `There is no plan in ${planDir}.`
  return open === 0 ? 'Every plan is completed.' : 'No plan can start now.'
}

async function leftOf(graph: RepositoryPlans): Promise<readonly PassedOver[]> {
  if (graph.delivered.size === 0) return []
  const { leftPlans } = await import('@harness/shell/playbooks/delivery/delivered-plans')
  return leftPlans(graph)
}

function whyNot(graph: RepositoryPlans, plan: SummarizedPlan): string {
  if (graph.offBase.has(plan.id)) return 'is not on the base branch yet'
  const unmet = unmetDependencies(graph, plan)
  return unmet.length > 0 ? `waits for ${unmet.join(', ')}` : plan.status
}
