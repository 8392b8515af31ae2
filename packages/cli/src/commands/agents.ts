/** `harness agents`: which agents are installed, and installs their SDKs in the user's data folder. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { claudePackage } from '@harness/agent-runner/providers/claude/claude-sdk'
import { codexPackage } from '@harness/agent-runner/providers/codex/codex-sdk'
import { findSdk } from '@harness/agent-runner/runner/installed-sdk'
import { exitCode } from '@harness/core/kernel/exit-code'
import { UserError } from '@harness/core/kernel/user-error'
import { agentsFolder, sdkFolders } from '@harness/shell/engine/conduct/run-ports'
import { runProcess } from '@harness/shell/machine/process/run-process'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import type { CommandContext, Given } from '../line/command.ts'

const packages = { claude: claudePackage, codex: codexPackage } as const
type Name = keyof typeof packages
export const installable = Object.keys(packages) as readonly Name[]

/** Each weighs about 400 MB. */
const wallMs = 20 * 60_000

export async function agents(context: CommandContext, given: Given): Promise<number> {
  const [action = 'list', named] = given.args
  if (action === 'list') return list(context)
  const name = installable.find((one) => one === named)
  if (action === 'install' && name !== undefined) return install(context, name)
  throw new UserError('usage', wrongWords(action, named), {
    next: `Use: ${installable.map((one) => `harness agents install ${one}`).join(', or ')}`,
  })
}

function wrongWords(action: string, named: string | undefined): string {
  if (action !== 'install') return `harness agents cannot ${action}.`
  return named === undefined
    ? 'Name the agent to install: each SDK weighs about 400 MB.'
    : `There is no SDK for ${named}.`
}

const shown = ({ env, rolesDir }: CommandContext) =>
  installable.map((name) => {
    const { name: sdk, version } = packages[name]
    const found = findSdk({ name: sdk }, sdkFolders(rolesDir, env))
    return {
      agent: name,
      sdk,
      wanted: version,
      installed: found?.version ?? null,
      folder: found?.folder ?? null,
    }
  })

function list(context: CommandContext): number {
  const all = shown(context)
  if (context.json) context.terminal.print(JSON.stringify({ ok: true, agents: all }, null, 2))
  else
    for (const { agent, sdk, installed, folder } of all)
      context.terminal.print(
        installed === null
          ? `${agent.padEnd(8)}not installed; next: harness agents install ${agent}`
          : `${agent.padEnd(8)}${sdk} ${installed} in ${folder}`,
      )
  return exitCode.done
}

async function install(context: CommandContext, name: Name): Promise<number> {
  const { env, terminal, json } = context
  const folder = agentsFolder(env)
  const wanted = `${packages[name].name}@${packages[name].version}`
  if (!json) terminal.print(`Installing ${wanted} in ${folder}. It weighs about 400 MB.`)
  mkdirSync(folder, { recursive: true })
  const { version } = packages.codex
  const manifest = { name: 'harness-agents', private: true, overrides: { '@openai/codex': version } }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  const {
    exitCode: code,
    problem,
    tail,
  } = await runProcess({
    file: 'npm',
    args: [
      'install',
      '--prefix',
      folder,
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--include=optional',
      ...kept(context, name),
      wanted,
    ],
    cwd: folder,
    env: definedIn(env),
    limits: { wallMs, outputBytes: 1 << 20 },
  })
  if (code !== 0)
    throw new UserError(
      'agents-not-installed',
      `npm could not install ${wanted}: ${problem ?? stripControl(tail).trim()}`,
      { next: `See if npm reaches its registry (npm ping), then: harness agents install ${name}` },
    )
  return list(context)
}

/** npm removes what the manifest does not name: what was installed before is named again. */
const kept = ({ env }: CommandContext, installed: Name): readonly string[] =>
  installable.flatMap((name) => {
    const { name: sdk } = packages[name]
    const there = name === installed ? null : findSdk({ name: sdk }, [agentsFolder(env)])
    return there?.folder.startsWith(agentsFolder(env)) ? [`${sdk}@${there.version}`] : []
  })

const definedIn = (env: CommandContext['env']): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined))
