/** Finds the skills, slash commands and tool servers that the config trusts by name. Nothing of them is executed. */
import { UserError } from '@harness/core/kernel/user-error'
import type { HarnessConfig, TrustedNames } from '@harness/formats/config/harness-config'
import { serverIn } from '@harness/formats/documents/extensions/server-files'
import {
  type DescribedServer,
  hasAddress,
  hostOf,
  withoutValues,
} from '@harness/formats/documents/extensions/tool-server'
import { createRedactor } from '../../../machine/redaction/redactor.ts'
import { digestOfFiles, digestOfServer, type Extension, type ExtensionFiles, mcpFile } from './extension.ts'
import { committedFiles, type FoundFiles, homeFiles, isProblem } from './extension-places.ts'
import { homeOf, providersOf, userFiles, userServer } from './user-servers.ts'

export interface ExtensionPlace {
  readonly repoRoot: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Says whose servers count beside the repository's, and which they may reach; absent if there are no others. */
  readonly config?: Pick<HarnessConfig, 'agent' | 'sandbox'>
}

export interface FoundExtensions {
  readonly found: readonly Extension[]
  readonly problems: readonly ExtensionProblem[]
}

export interface ExtensionProblem {
  /** In the config. */
  readonly field: string
  readonly name: string
  readonly problem: string
  readonly next: string
}

/** An agent reads the whole of it before it starts. */
const mostTextBytes = 128 * 1024

export async function findExtensions(trust: TrustedNames, place: ExtensionPlace): Promise<FoundExtensions> {
  const found: Extension[] = []
  const problems: ExtensionProblem[] = []
  const add = async (
    field: keyof TrustedNames,
    find: (name: string) => Promise<Extension | string>,
  ): Promise<void> => {
    for (const name of new Set(trust[field])) {
      const one = await find(name)
      if (typeof one === 'string') problems.push(problemOf(field, name, one))
      else found.push(one)
    }
  }
  await add('skills', (name) => skillOf(name, place))
  await add('commands', (name) => commandOf(name, place))
  await add('mcpServers', (name) => serverOf(name, place))
  return { found, problems }
}

const problemOf = (field: keyof TrustedNames, name: string, problem: string): ExtensionProblem => ({
  field: `agent.trust.${field}`,
  name,
  problem,
  next: `Correct it, and commit it if it is the repository’s, or remove "${name}" from agent.trust.${field}. Then check with: harness doctor`,
})

/** Throws if one of them cannot be used. */
export function guardExtensions({ problems: [first, ...more] }: FoundExtensions): void {
  if (first === undefined) return
  const rest = more.map(({ field, name, problem }) => `\n${field} "${name}": ${problem}.`).join('')
  throw new UserError(
    'extension-invalid',
    `The config’s ${first.field} "${first.name}" cannot be used: ${first.problem}.${rest}`,
    { next: first.next },
  )
}

async function skillOf(name: string, place: ExtensionPlace): Promise<Extension | string> {
  const at = await firstOf(place, [`.claude/skills/${name}`, `.agents/skills/${name}`])
  if (typeof at === 'string') return at
  if (at === null)
    return `there is no .claude/skills/${name}/SKILL.md in the last commit or in your home (nor in .agents/skills)`
  const main = at.files['SKILL.md']
  if (main === undefined) return `${at.from} has no SKILL.md`
  const others = Object.keys(at.files).filter((file) => file !== 'SKILL.md')
  const list = others.length === 0 ? '' : `\n\nOther files:\n${others.toSorted().join('\n')}`
  return textual('skill', name, at, main.bytes, list, `skills/${name}`)
}

async function commandOf(name: string, place: ExtensionPlace): Promise<Extension | string> {
  const at = await firstOf(place, [`.claude/commands/${name}.md`])
  if (typeof at === 'string') return at
  const main = at?.files['']
  if (at === null || main === undefined)
    return `there is no .claude/commands/${name}.md in the last commit or in your home`
  return textual('command', name, at, main.bytes, '', `commands/${name}.md`)
}

interface FoundAt {
  readonly from: string
  readonly files: ExtensionFiles
}

function textual(
  kind: 'skill' | 'command',
  name: string,
  { from, files }: FoundAt,
  main: Buffer,
  list: string,
  folder: string,
): Extension | string {
  if (main.length > mostTextBytes)
    return `the text in ${from} has ${main.length} bytes, more than the ${mostTextBytes} that an agent is given`
  const placed = Object.entries(files).map(([file, it]) => [file === '' ? folder : `${folder}/${file}`, it])
  const placedFiles: ExtensionFiles = Object.fromEntries(placed)
  return {
    kind,
    name,
    from,
    digest: digestOfFiles(placedFiles),
    text: `${main.toString('utf8')}${list}`,
    files: placedFiles,
    server: null,
  }
}

/** The repository's own before the operator's. A text says what is wrong with the first that is there. */
async function firstOf(
  { repoRoot, environment }: ExtensionPlace,
  paths: readonly string[],
): Promise<FoundAt | string | null> {
  const home = homeOf(environment)
  const places: readonly (readonly [string, () => Promise<FoundFiles>])[] = [
    ...paths.map((path) => [path, () => committedFiles(repoRoot, path)] as const),
    ...paths.map((path) => [`~/${path}`, () => homeFiles(home, path)] as const),
  ]
  for (const [from, look] of places) {
    const found = await look()
    if (isProblem(found)) return found.problem
    if (found !== null) return { from, files: found }
  }
  return null
}

async function serverOf(name: string, place: ExtensionPlace): Promise<Extension | string> {
  const file = await committedFiles(place.repoRoot, mcpFile)
  if (isProblem(file)) return file.problem
  const text = file?.['']?.bytes.toString('utf8')
  const server = text === undefined ? null : serverIn(text, name)
  if (server === null) return usersServerOf(name, place)
  if (typeof server === 'string') return `${mcpFile}: ${server}`
  const digest = digestOfServer(server)
  return (
    whyUnreachable(server, place) ?? {
      kind: 'server',
      name,
      from: mcpFile,
      digest,
      text: JSON.stringify(server),
      files: {},
      server,
    }
  )
}

/** Its values are in its hash, and nowhere else. */
async function usersServerOf(name: string, place: ExtensionPlace): Promise<Extension | string> {
  const { environment, config } = place
  const providers = config === undefined ? [] : providersOf(config.agent)
  const found = await userServer(name, providers, environment)
  if (found === null) {
    const files = [`${mcpFile} of the last commit`, ...userFiles(providers, environment)]
    return `no server of this name is in ${files.join(' or ')}`
  }
  if (typeof found === 'string') return found
  const { from, server } = found
  const shown = withoutValues(server)
  return (
    whyUnreachable(server, place) ?? {
      kind: 'server',
      name,
      from,
      digest: digestOfServer(server),
      text: createRedactor({ secrets: [] })(JSON.stringify(shown)),
      files: {},
      server: shown,
    }
  )
}

/** Null if agents may reach it. What an agent's commands cannot reach, its servers cannot either. */
function whyUnreachable(server: DescribedServer, { config }: ExtensionPlace): string | null {
  if (!hasAddress(server)) return null
  if (server.type === 'sse' && config !== undefined && providersOf(config.agent).includes('codex'))
    return 'Codex speaks http with servers that have a url, and no sse'
  if (config === undefined || config.sandbox.mode === 'off') return null
  const { agents } = config.sandbox.network
  const host = hostOf(server) ?? 'a host that a variable names'
  if (agents === 'all' || (agents === 'host-loopback' && isLoopback(host))) return null
  const needed = isLoopback(host) ? 'host-loopback' : 'all'
  return `its url is at ${host}, which agents cannot reach with sandbox.network.agents "${agents}"; set "${needed}" to allow it`
}

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host)
