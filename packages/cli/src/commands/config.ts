/** `harness config`: what the harness goes by in this repository, and where each value comes from. */
import { exitCode } from '@harness/core/kernel/exit-code'
import { configJsonSchema } from '@harness/formats/config/config-schema'
import { overridingVariables } from '@harness/formats/config/env-overrides'
import { filledIn } from '@harness/formats/config/parse-config'
import { userErrorOf } from '@harness/formats/text/user-error-of'
import { type CommandContext, flagOption, type Given } from '../line/command.ts'
import { originsOf } from '../run/target/config-origins.ts'
import { lookAtTarget } from '../run/target/look-at-target.ts'
import { tellStale } from '../run/trust/tell-stale.ts'

export async function config(context: CommandContext, given: Given): Promise<number> {
  const { terminal, json, env } = context
  if (flagOption(given, 'schema')) {
    terminal.print(JSON.stringify(configJsonSchema(), null, 2))
    return exitCode.done
  }
  const target = await lookAtTarget(context)
  await tellStale(context, target.root)
  const overridden = overridingVariables.filter((name) => (env[name] ?? '') !== '')
  const { playbooks } = target.config
  const filled = filledIn(target.written, target.configFile, { env, playbooks })
  if (!filled.ok) throw userErrorOf('config', filled.problems)
  const origins = originsOf(filled.value, target.written, overridden)
  if (json) {
    terminal.print(
      JSON.stringify(
        { ok: true, root: target.root, file: target.configFile, overridden, config: filled.value, origins },
        null,
        2,
      ),
    )
    return exitCode.done
  }
  const { strong, faint } = terminal.colours
  terminal.print(`${strong('repository')}  ${target.root}\n${strong('file')}        ${target.configFile}\n`)
  const lines = Object.entries(origins)
  const width = Math.max(...lines.map(([name, { value }]) => `${name} ${JSON.stringify(value)}`.length))
  for (const [name, { value, from }] of lines) {
    const text = `${name} ${JSON.stringify(value)}`
    terminal.print(`${text.padEnd(Math.min(width, 70))}  ${faint(from)}`)
  }
  return exitCode.done
}
