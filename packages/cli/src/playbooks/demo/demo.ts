/**
 * `harness demo`: a sample product whose three plans are delivered live, another one whose handbook is driven, a spec
 * that becomes an application, one task with every gate, a spec of three phases, or
 * five plans unattended: by scripted agents, without a key or a network, or by real
 * ones that the user is logged in to.
 */
import { join } from 'node:path'
import { exitCode } from '@harness/core/kernel/exit-code'
import type { ProviderName } from '@harness/core/kernel/provider-name'
import { nextEligible } from '@harness/core/work/plan-graph'
import { costText, durationText, tokensText } from '@harness/formats/text/amounts'
import { systemClock } from '@harness/shell/machine/clock/clock-system'
import { repositoryPlans } from '@harness/shell/playbooks/delivery/plan-folder'
import { startDelivery, type TaskResult } from '@harness/shell/playbooks/delivery/start-delivery'
import { type CommandContext, type Given, textOption } from '../../line/command.ts'
import { knownName } from '../../line/known-name.ts'
import { tellResult } from '../../run/attend/attend-run.ts'
import { ownCommand } from '../../run/own-command.ts'
import { openProgress } from '../../run/progress/progress.ts'
import { sightOf } from '../../run/progress/run-sight.ts'
import { lookAtTarget } from '../../run/target/look-at-target.ts'
import { deliveryFace, toldDelivery } from '../delivery/delivery-face.ts'
import { autopilotDemo } from './autopilot-demo.ts'
import { chosenAgent } from './chosen-agent.ts'
import { daemonDemo } from './daemon-demo.ts'
import { handbookDemo } from './handbook-demo.ts'
import { tellLookingAround, tellMerges } from './look-around.ts'
import { missionDemo } from './mission-demo.ts'
import { acceptancePasses, makeSample } from './sample-product.ts'
import { workflowDemo } from './workflow-demo.ts'

const samples = ['delivery', 'handbook', 'mission', 'workflow', 'autopilot', 'daemon'] as const

export async function runDemo(context: CommandContext, given: Given): Promise<number> {
  const sample = knownName('sample', given.args[0] ?? 'delivery', samples, 'harness demo --help')
  switch (sample) {
    case 'delivery':
      return deliveryDemo(context, given)
    case 'handbook':
      return handbookDemo(context, given)
    case 'mission':
      return missionDemo(context, given)
    case 'workflow':
      return workflowDemo(context, given)
    case 'autopilot':
      return autopilotDemo(context, given)
    case 'daemon':
      return daemonDemo(context, given)
  }
}

async function deliveryDemo(context: CommandContext, given: Given): Promise<number> {
  const { terminal, json, env } = context
  const say = json ? terminal.note : terminal.print
  const { strong } = terminal.colours
  const startedAt = systemClock.now()
  const provider = chosenAgent(given, context)

  const folder = await makeSample(join(context.rolesDir, '../examples/receipt'), {
    keep: textOption(given, 'keep'),
    cwd: context.cwd,
    message: 'Begin with a pattern, plans and a failing acceptance test',
  })
  say(`${strong('A sample product')} in ${folder}`)
  const before = await acceptancePasses(folder, env)
  say(
    `Its acceptance test ${before ? 'passes' : 'fails'}. Three plans say what is missing; ${provider === 'scripted' ? 'a scripted agent' : provider} delivers them.\n`,
  )

  const delivered = await deliverAll({ ...context, repoOption: folder }, provider, say)
  const last = delivered.at(-1)
  if (last === undefined) return exitCode.halted
  if (last.exitCode !== exitCode.done) {
    tellResult(context, toldDelivery(last))
    if (!json) say(`Commands for it need: --repo ${folder}`)
    return last.exitCode
  }
  const after = await acceptancePasses(folder, env)
  const tokens = delivered.reduce((sum, task) => sum + task.tokensTotal, 0)
  const usd = delivered.reduce((sum, task) => sum + task.usd, 0)
  const unpricedCalls = delivered.reduce((sum, task) => sum + task.unpricedCalls, 0)
  const ok = after && !before
  if (json) {
    const plans = delivered.map(({ planId, runId, branch, tokensTotal }) => ({
      planId,
      runId,
      branch,
      tokensTotal,
    }))
    const cost = { tokensTotal: tokens, usd: unpricedCalls > 0 ? null : usd }
    const result = { ok, folder, provider, acceptance: { before, after }, plans, ...cost }
    terminal.print(JSON.stringify(result, null, 2))
    return ok ? exitCode.done : exitCode.halted
  }
  await tellMerges(context, say, folder)
  say(`The acceptance test ${after ? 'passes' : 'still fails'} now.`)
  const used = `${tokensText(tokens)}, ${costText({ usd, unpricedCalls })}`
  const took = durationText(systemClock.now() - startedAt)
  say(
    provider === 'scripted'
      ? `With real agents this would have used ${used}; it took ${took}.`
      : `It used ${used}; it took ${took}.`,
  )
  const program = `${ownCommand(context)} --repo ${folder}`
  tellLookingAround(context, say, [
    [`${program} show 0002`, 'how a review finding was fixed'],
    [`${program} runs`, 'all runs'],
    [`git -C ${folder} log --graph --oneline main`, 'the history it made'],
    [`${ownCommand(context)} --repo <your repository> init`, 'start in a repository of your own'],
  ])
  return ok ? exitCode.done : exitCode.halted
}

async function deliverAll(
  context: CommandContext,
  provider: ProviderName,
  say: (text: string) => void,
): Promise<readonly TaskResult[]> {
  const { root, config, stateDir, folders } = await lookAtTarget(context, provider)
  const stop = new AbortController()
  const ignore = context.onSignal(() => stop.abort())
  const delivered: TaskResult[] = []
  try {
    for (;;) {
      const plan = nextEligible(await repositoryPlans(folders))
      if (plan === null) return delivered
      say(context.terminal.colours.strong(`${plan.id} ${plan.title}`))
      const progress = openProgress({
        terminal: context.terminal,
        now: () => systemClock.now(),
        aside: context.json,
      })
      try {
        const task = await startDelivery({
          repoRoot: root,
          stateDir,
          config,
          environment: context.env,
          rolesDir: context.rolesDir,
          clock: systemClock,
          ask: null,
          onEvent: (event, state) => progress.onEvent(event, sightOf(deliveryFace, state)),
          onAgent: progress.onAgent,
          stop: stop.signal,
          until: null,
          plan: plan.id,
          resumeOnly: false,
          skipE2e: false,
        })
        delivered.push(task)
        if (task.exitCode !== exitCode.done) return delivered
      } finally {
        progress.close()
      }
      say('')
    }
  } finally {
    ignore()
  }
}
