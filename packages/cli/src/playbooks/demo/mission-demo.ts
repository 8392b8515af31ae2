/**
 * `harness demo mission`: a sample spec that becomes an application, live, and then runs: until Ctrl-C at a terminal.
 * Without a terminal the command shows that it answers, and stops it.
 */

import { join } from 'node:path'
import { exitCode } from '@harness/core/kernel/exit-code'
import type { Gate } from '@harness/core/kernel/gate'
import { answerTo } from '@harness/core/kernel/gate-answer'
import { grant } from '@harness/core/kernel/gate-choices'
import { invariant } from '@harness/core/kernel/invariant'
import { UserError } from '@harness/core/kernel/user-error'
import { costText, durationText, tokensText } from '@harness/formats/text/amounts'
import { systemClock } from '@harness/shell/machine/clock/clock-system'
import { type MissionResult, startMission } from '@harness/shell/playbooks/mission/start-mission'
import { type CommandContext, type Given, textOption } from '../../line/command.ts'
import { tellResult } from '../../run/attend/attend-run.ts'
import { operatorName } from '../../run/operator.ts'
import { ownCommand } from '../../run/own-command.ts'
import { openProgress } from '../../run/progress/progress.ts'
import { sightOf } from '../../run/progress/run-sight.ts'
import { lookAtTarget } from '../../run/target/look-at-target.ts'
import { missionFace } from '../mission/mission-face.ts'
import { tellLookingAround } from './look-around.ts'
import { type RunningProduct, runProduct } from './running-product.ts'
import { makeSample } from './sample-product.ts'

export async function missionDemo(context: CommandContext, given: Given): Promise<number> {
  const { terminal, json, env } = context
  const say = json ? terminal.note : terminal.print
  const { strong } = terminal.colours
  const startedAt = systemClock.now()
  if ((textOption(given, 'provider') ?? 'scripted') !== 'scripted')
    throw new UserError('usage', 'The sample mission is played by a scripted agent only.', {
      next: 'With real agents: write a SPEC.md in a repository of your own, then: harness mission',
    })
  const folder = await makeSample(join(context.rolesDir, '../examples/toolshed'), {
    keep: textOption(given, 'keep'),
    cwd: context.cwd,
    message: 'Begin with a spec',
  })
  say(`${strong('A spec, and nothing else,')} in ${folder}`)
  say('Scripted agents plan it, build it in two lanes at once and prove every claim of its contract.\n')

  // What agents learn in a demo is not for the operator's own missions.
  const own = {
    ...context,
    repoOption: folder,
    env: { ...env, HARNESS_DATA_DIR: join(folder, '.harness/data') },
  }
  const { smoke, ...result } = await carriedOut(own, say)
  if (result.exitCode !== exitCode.done) {
    tellResult(context, result)
    if (!json) say(`Commands for it need: --repo ${folder}`)
    return result.exitCode
  }
  invariant(smoke !== null, 'the sample has a smoke test')
  const product = await runProduct(folder, smoke, env)
  try {
    const ok = product.failures.length === 0
    if (json) {
      const { subject, runId, rest: _, ...told } = result
      const { tokensTotal, usd } = told
      const shown = { url: product.url, passed: ok, failures: product.failures, start: product.command }
      terminal.print(
        JSON.stringify(
          { ok, folder, run: `${subject}-${runId}`, ...told.fields, smoke: shown, tokensTotal, usd },
          null,
          2,
        ),
      )
    } else {
      const used = `${tokensText(result.tokensTotal)}, ${costText(result)}`
      const took = durationText(systemClock.now() - startedAt)
      say(`\nWith real agents this would have used ${used}; it took ${took}.`)
      tellLookingAround(context, say, worthALook(context, folder))
      tellProduct(context, product, say)
      if (terminal.canAsk && ok) await untilStopped(context, product)
    }
    return ok ? exitCode.done : exitCode.halted
  } finally {
    product.stop()
    await product.ended
  }
}

async function carriedOut(
  context: CommandContext,
  say: (text: string) => void,
): Promise<MissionResult & { readonly smoke: MissionResult['state']['input']['smoke'] }> {
  const { root, config, stateDir } = await lookAtTarget(context, 'scripted')
  const progress = openProgress({
    terminal: context.terminal,
    now: () => systemClock.now(),
    aside: context.json,
  })
  const stop = new AbortController()
  const ignore = context.onSignal(() => stop.abort())
  try {
    const result = await startMission({
      repoRoot: root,
      stateDir,
      config,
      environment: context.env,
      rolesDir: context.rolesDir,
      clock: systemClock,
      ask: async (gate) => {
        // A checkpoint was foreseen; whatever else is asked is for the operator to answer.
        if (gate.exitCode !== exitCode.waitingAtGate) return null
        progress.pause()
        say(asAPersonWould(context, gate))
        const by = operatorName(context.env)
        return answerTo(gate, { choice: grant, reason: 'The plan is what I want.', by })
      },
      onEvent: (event, state) => progress.onEvent(event, sightOf(missionFace, state)),
      onAgent: progress.onAgent,
      stop: stop.signal,
      specPath: null,
    })
    return { ...result, smoke: result.state.input.smoke }
  } finally {
    progress.close()
    ignore()
  }
}

const asAPersonWould = ({ terminal }: CommandContext, { name, question }: Gate): string =>
  `${terminal.colours.strong(question)}\n  The plan is in .harness/features.json, what it must prove in .harness/validation-contract.md.\n  You would answer with: harness grant ${name} -m "The plan is what I want."  (the demo does it for you)`

const worthALook = (
  context: CommandContext,
  folder: string,
): readonly (readonly [command: string, does: string])[] => {
  const program = `${ownCommand(context)} --repo ${folder}`
  return [
    [`${program} mission status`, 'features, claims, cost, and how well prompts suit a cache'],
    [`${program} mission contract`, 'every claim, with what was seen'],
    [`${program} show mission work/F-004/3`, 'what the third worker of F-004 was told and did'],
    [`cat ${join(folder, '.harness/memory/summary.md')}`, 'what the mission remembers'],
    [`git -C ${folder} log --graph --oneline main`, 'the history it made'],
  ]
}

function tellProduct(
  { terminal }: CommandContext,
  { url, failures, command }: RunningProduct,
  say: (text: string) => void,
): void {
  const { strong, good, bad } = terminal.colours
  say(
    failures.length === 0
      ? `\n${strong('The application answers')} at ${url}; its smoke test is ${good('green')}.`
      : `\n${bad('The smoke test fails:')}\n${failures.map((one) => `  ${one}`).join('\n')}`,
  )
  say(
    terminal.canAsk && failures.length === 0
      ? 'It runs until you press Ctrl-C.'
      : `It is stopped again, because this is no terminal. Start it with:\n  ${command}`,
  )
}

/** Ctrl-C is how it is meant to end: nothing was interrupted. */
const untilStopped = async (context: CommandContext, product: RunningProduct): Promise<void> => {
  const ignore = context.onSignal(() => product.stop())
  await product.ended
  ignore()
}
