/**
 * Owns a run's own copies of what the config trusts, in `extensions/` of its folder: agents use these, whatever changes
 * in the repository or in the home meanwhile.
 */
import { existsSync } from 'node:fs'
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type AgentExtensions, pluginName } from '@harness/agent-runner/runner/extensions'
import type { Provider } from '@harness/agent-runner/runner/provider'
import type { RunAgent } from '@harness/core/effects/run-agent'
import { UserError } from '@harness/core/kernel/user-error'
import type { TrustedNames } from '@harness/formats/config/harness-config'
import { descriptionIn } from '@harness/formats/documents/extensions/extensions-slice'
import type { DescribedServer } from '@harness/formats/documents/extensions/tool-server'
import { diskError } from '../../../machine/disk/disk-error.ts'
import { readJsonFile } from '../../../machine/disk/json-file.ts'
import { digestOfFiles, digestOfServer, type Extension, extensionLabel, mcpFile } from './extension.ts'
import { homeFiles, isProblem } from './extension-places.ts'
import { userServerAgain } from './user-servers.ts'

/** What is written down of each. */
export interface KeptExtension extends Pick<Extension, 'kind' | 'name' | 'from' | 'digest' | 'server'> {
  /** Of a skill or command; empty for a server. */
  readonly description: string
}

export interface KeptExtensions extends Pick<AgentExtensions, 'folder' | 'skills' | 'commands'> {
  readonly servers: Readonly<Record<string, DescribedServer>>
  readonly described: readonly (KeptExtension & { readonly kind: 'skill' | 'command' })[]
}

const folderOf = (runDir: string): string => join(runDir, 'extensions')
const pluginOf = (runDir: string): string => join(folderOf(runDir), 'plugin')
const listOf = (runDir: string): string => join(folderOf(runDir), 'extensions.json')

/** After a crash before the run kept them. Only what is still as the run recorded it, by its label, is kept. */
export async function keepAgain(
  runDir: string,
  found: readonly Extension[],
  recorded: Readonly<Record<string, string>>,
): Promise<void> {
  if (existsSync(listOf(runDir))) return
  await keepExtensions(
    runDir,
    found.filter((one) => recorded[extensionLabel(one)] === one.digest),
  )
}

/** Once the run has begun: its folder may hold nothing before its journal does. */
export async function keepExtensions(runDir: string, found: readonly Extension[]): Promise<void> {
  if (found.length === 0) return
  try {
    await rm(folderOf(runDir), { recursive: true, force: true })
    const put = async (path: string, bytes: string | Buffer, mode: number): Promise<void> => {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, bytes)
      await chmod(path, mode)
    }
    const manifest = { name: pluginName, description: 'What the operator trusts' }
    await put(join(pluginOf(runDir), '.claude-plugin/plugin.json'), JSON.stringify(manifest), 0o600)
    for (const { files } of found)
      for (const [name, { bytes, isProgram }] of Object.entries(files))
        await put(join(pluginOf(runDir), name), bytes, isProgram ? 0o700 : 0o600)
    const kept = found.map(
      ({ kind, name, from, digest, server, text }): KeptExtension => ({
        kind,
        name,
        from,
        digest,
        server,
        description: kind === 'server' ? '' : descriptionIn(text),
      }),
    )
    await put(listOf(runDir), `${JSON.stringify(kept, null, 2)}\n`, 0o600)
  } catch (error) {
    throw diskError(error, folderOf(runDir))
  }
}

/** An agent can use none in a mode without tools, or with a provider that hands over nothing. */
export const getsExtensions = (
  { mode }: Pick<RunAgent, 'mode'>,
  { capabilities }: Pick<Provider, 'capabilities'>,
): boolean => mode !== 'complete' && capabilities.extensions !== undefined

/** What the run wrote down of those that the config still trusts. */
export function keptInRun(runDir: string, trust: TrustedNames): readonly KeptExtension[] {
  const names = { skill: trust.skills, command: trust.commands, server: trust.mcpServers }
  const kept = readJsonFile<readonly KeptExtension[]>(listOf(runDir)) ?? []
  return kept.filter(({ kind, name }) => names[kind].includes(name))
}

/**
 * Those that the config still trusts; null if there are none. Throws if a copy, or a server of the operator's, is not what
 * the run recorded.
 */
export async function keptExtensions(
  runDir: string,
  trust: TrustedNames,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<KeptExtensions | null> {
  const kept = keptInRun(runDir, trust)
  if (kept.length === 0) return null
  const servers: Record<string, DescribedServer> = {}
  for (const one of kept) {
    if (one.server === null) await guardCopy(runDir, one)
    else servers[one.name] = await sameServer(one, one.server, environment)
  }
  const described = kept.filter(
    (one): one is KeptExtension & { readonly kind: 'skill' | 'command' } => one.kind !== 'server',
  )
  return {
    folder: pluginOf(runDir),
    described,
    skills: described.filter(({ kind }) => kind === 'skill').map(({ name }) => name),
    commands: described.filter(({ kind }) => kind === 'command').map(({ name }) => name),
    servers,
  }
}

async function guardCopy(runDir: string, kept: KeptExtension): Promise<void> {
  if ((await digestOfCopy(runDir, kept)) === kept.digest) return
  throw changed(kept, `The run’s copy of the ${extensionLabel(kept)}`, `Look at ${pluginOf(runDir)}.`)
}

/** With its values, if it is the operator's. */
async function sameServer(
  kept: KeptExtension,
  copy: DescribedServer,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<DescribedServer> {
  const { name, from, digest } = kept
  const server = from === mcpFile ? copy : await userServerAgain(name, from, environment)
  if (server !== null && digestOfServer(server) === digest) return server
  throw changed(kept, `The ${extensionLabel(kept)} in ${from}`, `Put it back as it was in ${from}.`)
}

const changed = (kept: KeptExtension, what: string, look: string): UserError =>
  new UserError('extension-changed', `${what} is not what the run recorded when it began.`, {
    next: `${look} To continue without it, remove "${kept.name}" from agent.trust, then: harness resume`,
  })

async function digestOfCopy(runDir: string, { kind, name }: KeptExtension): Promise<string | null> {
  const path = kind === 'skill' ? `skills/${name}` : `commands/${name}.md`
  const files = await homeFiles(pluginOf(runDir), path)
  if (files === null || isProblem(files)) return null
  const placed = Object.entries(files).map(([file, it]) => [file === '' ? path : `${path}/${file}`, it])
  return digestOfFiles(Object.fromEntries(placed))
}
