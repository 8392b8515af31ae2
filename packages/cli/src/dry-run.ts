/** Says what a run would do, step by step, without doing any of it. */
import { join } from 'node:path'
import { exitCode } from '@harness/core/exit-code'
import { defaultTiers } from '@harness/core/playbooks/delivery/input'
import { branchOf, laneOf } from '@harness/core/playbooks/delivery/state'
import { roleAgent } from '@harness/formats/config/role-agent'
import { deliveryInput } from '@harness/shell/delivery/delivery-input'
import { choosePlan, readPlanDocument } from '@harness/shell/documents/plan-document'
import { soundPlans } from '@harness/shell/documents/plan-folder'
import { lanePath } from '@harness/shell/lanes/lane-record'
import { stripControl } from '@harness/shell/redaction/strip-control'
import { runIdAt } from '@harness/shell/run-folder'
import { runsOf } from '@harness/shell/runs'
import type { CommandContext } from './command.ts'
import { repoChecks } from './doctor/config-checks.ts'
import { runName } from './find-run.ts'
import type { Target } from './open-target.ts'
import { durationText } from './terminal/amounts.ts'

export async function dryRun(context: CommandContext, target: Target, named: string | null): Promise<number> {
  const { terminal, json } = context
  const preview = await previewOf(target, named)
  if (json) {
    terminal.print(JSON.stringify({ ok: preview.obstacles.length === 0, dryRun: true, ...preview }, null, 2))
    return exitCode.done
  }
  const { strong, faint, warn } = terminal.colours
  const say = (label: string, text: string): void =>
    terminal.print(`${strong(label.padEnd(10))}${stripControl(text)}`)
  say('plan', `${preview.planId} ${preview.title} (${preview.path})`)
  if (preview.takesUp !== null) say('run', `takes up the unfinished run ${preview.takesUp}`)
  say('lane', `${preview.lane} on ${preview.branch}, from ${preview.baseBranch}`)
  for (const line of preview.setup) say('setup', line)
  preview.phases.forEach(({ name, does }, index) => {
    say(index === 0 ? 'phases' : '', `${name.padEnd(10)} ${does}`)
  })
  for (const { name, run } of preview.checks) say('check', `${name}: ${run}`)
  for (const role of preview.roles) {
    const model = role.model ?? 'the provider’s own model'
    const limits = `at most ${durationText(role.wallMs)}, ${durationText(role.idleMs)} silent, ${role.maxTurns} turns`
    say('role', `${role.role}: ${role.provider}, ${model} (${role.tier}); ${limits}`)
  }
  for (const { name, when } of preview.gates) say('gate', `${name}: ${when}`)
  say('budget', `${preview.budgetTokens} tokens for this plan, then a warning`)
  for (const { evidence, fix } of preview.obstacles) {
    terminal.print(warn(stripControl(`in the way: ${evidence}; fix: ${fix}`)))
  }
  terminal.print(`${faint('Nothing was done. Begin with: ')}harness run ${preview.planId}`)
  return exitCode.done
}

async function previewOf(target: Target, named: string | null) {
  const { root, config, stateDir, folders } = target
  const chosen = choosePlan(await soundPlans(folders), named)
  const { plan, text } = readPlanDocument(root, chosen.path)
  const input = deliveryInput({
    runId: runIdAt(Date.now()),
    config,
    plan,
    planText: text,
    until: null,
    spentBeforeTokens: 0,
  })
  const [newest] = await runsOf(stateDir, plan.id)
  const unfinished =
    newest !== undefined && !['done', 'blocked', 'halted'].includes(newest.summary?.status ?? '')
  const passes = input.review.maxPasses
  return {
    planId: plan.id,
    title: plan.title,
    path: join(plan.path),
    takesUp: unfinished ? runName(newest) : null,
    branch: branchOf(input),
    baseBranch: config.baseBranch,
    lane: lanePath(stateDir, laneOf(input)),
    setup: config.lanes.setup,
    phases: [
      { name: 'implement', does: 'the implementer works in the lane, then all checks run' },
      { name: 'review', does: `the reviewer reads the change, at most ${passes} passes` },
      { name: 'fix', does: 'the fixer mends what review or checks found; then checks and review again' },
      { name: 'preflight', does: `${config.baseBranch} is brought into the lane; checks run on the result` },
      {
        name: 'merge',
        does: `exactly that tree becomes ${config.baseBranch}; the plan moves to ${config.completedDir}`,
      },
    ],
    checks: input.checks.map(({ name, run, timeoutMs }) => ({ name, run, timeoutMs })),
    roles: Object.entries(defaultTiers).map(([role, tier]) => {
      const { limits, ...agent } = roleAgent(config.agent, role, tier)
      return { role, ...agent, ...limits }
    }),
    gates: [
      { name: 'review-not-converged', when: `blocking findings after ${passes} passes` },
      { name: 'review-oscillates', when: 'a fix brings back what was fixed, twice' },
      { name: 'checks-keep-failing', when: `checks fail after ${input.retries.checkFixes} fixes` },
      { name: 'nothing-changed', when: 'an agent changes no file in two attempts' },
      { name: 'reviewer-edits-files', when: 'a reviewer changes files twice' },
      { name: 'merge-conflict', when: `the change conflicts with ${config.baseBranch}` },
    ],
    budgetTokens: input.budget.planTokens,
    obstacles: unfinished
      ? []
      : (await repoChecks(root, config.baseBranch)).filter(({ status }) => status !== 'ok'),
  }
}
