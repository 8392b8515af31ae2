/**
 * `harness demo daemon`: five plans unattended in two lanes, with a rate limit, and a gate that is answered over the control
 * server as a dashboard would do it. The daemon goes on until the release gate has passed.
 */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { exitCode } from '@harness/core/kernel/exit-code'
import { UserError } from '@harness/core/kernel/user-error'
import { readyMark } from '@harness/core/playbooks/release/documents'
import { runDaemon } from '@harness/daemon/main'
import { durationText } from '@harness/formats/text/amounts'
import { systemClock } from '@harness/shell/machine/clock/clock-system'
import { daemonOutside, hookCommands } from '../../commands/daemon/outside.ts'
import { type CommandContext, type Given, textOption } from '../../line/command.ts'
import { operatorName } from '../../run/operator.ts'
import { ownCommand } from '../../run/own-command.ts'
import { openTarget } from '../../run/trust/open-target.ts'
import { controlOf, type DemoControl, type DemoState, type OpenGate } from './demo-control.ts'
import { tellLookingAround, tellMerges } from './look-around.ts'
import { makeSample } from './sample-product.ts'

const words = 'Letter 120, small 450, large 990.'
const lookAgainMs = 200

export async function daemonDemo(context: CommandContext, given: Given): Promise<number> {
  const { terminal, json } = context
  const say = json ? terminal.note : terminal.print
  const { strong, faint } = terminal.colours
  const startedAt = systemClock.now()
  if ((textOption(given, 'provider') ?? 'scripted') !== 'scripted')
    throw new UserError('usage', 'The sample of the daemon is played by scripted agents only.', {
      next: 'With real agents, in a repository of your own: harness daemon start --run',
    })
  const folder = await makeSample(join(context.rolesDir, '../examples/parcel'), {
    keep: textOption(given, 'keep'),
    cwd: context.cwd,
    message: 'Begin with a spec, its acceptance and five plans',
  })
  say(`${strong('A sample product')} in ${folder}`)
  say('A daemon delivers its five plans in two lanes. A rate limit comes, and one plan needs a person.\n')
  const dataDir = `${folder}.data`
  // The sample is the harness's own: what is trusted here is kept beside it, and goes with the demo.
  const env = { ...context.env, HARNESS_DATA_DIR: dataDir }
  const here: CommandContext = { ...context, env, repoOption: folder, trust: 'given', json: false }
  const stop = new AbortController()
  const ignore = context.onSignal(() => stop.abort())
  const onLine = (line: string): void => say(faint(line.slice(11)))
  let steered: Promise<Steered | null> = Promise.resolve(null)
  try {
    const target = await openTarget({ ...here, terminal: { ...terminal, note: () => {} } })
    await runDaemon(daemonOutside(here, target, onLine), {
      hooks: hookCommands(here),
      runs: true,
      port: 0,
      address: '127.0.0.1',
      by: operatorName(env),
      stop: stop.signal,
      onLine,
      onReady({ port }) {
        const control = controlOf(target.stateDir, port ?? 0)
        steered = steer(control, stop.signal, (told) => say(strong(told))).catch((error: unknown) => {
          stop.abort()
          throw error
        })
      },
    })
    const told = await steered
    const { stateDir } = target
    const ok = told !== null && told.state.plans?.completed === 5 && existsSync(join(stateDir, readyMark))
    if (json) {
      const result = { ok, folder, answered: told?.answered ?? null, rateLimited: told?.rateLimited ?? false }
      terminal.print(JSON.stringify({ ...result, plans: told?.state.plans ?? null }, null, 2))
      return ok ? exitCode.done : exitCode.halted
    }
    await tellMerges(context, say, folder)
    say(
      ok
        ? 'The release gate has passed: each tag of the spec has a merged plan and a test that passed.'
        : 'It was stopped before its end.',
    )
    say(`It took ${durationText(systemClock.now() - startedAt)}.`)
    const program = `${ownCommand(context)} --repo ${folder}`
    tellLookingAround(context, say, [
      [`${program} daemon status`, 'what the daemon says, from its journal'],
      [`${program} daemon logs`, 'what it did, line by line'],
      [`${program} trace parcel/price`, 'from a sentence of the spec to the merge that fulfils it'],
      [`${program} runs`, 'all runs'],
    ])
    return ok ? exitCode.done : exitCode.halted
  } finally {
    ignore()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

interface Steered {
  readonly answered: { readonly question: string; readonly choice: string }
  readonly rateLimited: boolean
  readonly state: DemoState
}

/** What a person with a dashboard would do: answer the gate, and stop the daemon once the product can be released. */
async function steer(
  control: DemoControl,
  signal: AbortSignal,
  say: (told: string) => void,
): Promise<Steered | null> {
  let answered: Steered['answered'] | null = null
  let rateLimited = false
  for (;;) {
    if (signal.aborted) return null
    const state = await control.state()
    if (state.closedUntil !== null && !rateLimited) {
      rateLimited = true
      say(`Both lanes wait for the same rate limit until ${state.closedUntil.slice(11, 19)}.`)
    }
    const gate: OpenGate | undefined = answered === null ? (await control.gates())[0] : undefined
    if (gate !== undefined) {
      say(
        `${gate.question}\n  POST /gates/${gate.run} {"choice": "grant", "reason": "${words}"}  (the demo does it for you)`,
      )
      await control.answer(gate.run, 'grant', words)
      answered = { question: gate.question, choice: 'grant' }
    }
    if (answered !== null && state.pause?.why === 'release-ready') {
      await control.stop()
      return { answered, rateLimited, state }
    }
    await pause(lookAgainMs)
  }
}
