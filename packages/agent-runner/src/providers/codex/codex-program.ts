/** Owns how Codex's agent program runs in a cell: what it needs of the operator's home, and which hosts. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type AgentHome, type AgentProgram, agentHome } from '../../runner/confine.ts'
import type { InstalledSdk } from '../../runner/installed-sdk.ts'
import type { AgentRequest, JsonSchema } from '../../runner/provider.ts'
import { sdkPlaces, sdkProgram } from '../../runner/sdk-program.ts'
import type { CodexModelProvider } from './codex-options.ts'
import { codexPackage } from './codex-sdk.ts'
import { userChoice } from './user-config.ts'

/** In the program's home. The SDK would write it to the temporary directory, which a cell does not show. */
const schemaFile = 'answer-schema.json'
const logIn = 'auth.json'

/** Throws if the user's config is not TOML. */
export function codexCellHome(codexHome: string, schema: JsonSchema | null): AgentHome {
  const { text } = userChoice(codexHome)
  return {
    kept: ['sessions'],
    shown: [],
    logins: existsSync(join(codexHome, logIn)) ? { [logIn]: join(codexHome, logIn) } : {},
    files: {
      ...(text === null ? {} : { 'config.toml': text }),
      ...(schema === null ? {} : { [schemaFile]: JSON.stringify(schema) }),
    },
  }
}

interface CodexCell {
  readonly request: AgentRequest
  readonly installed: InstalledSdk
  readonly home: AgentHome
  readonly codexHome: string
  readonly login: Readonly<Record<string, string>>
  readonly modelProvider: CodexModelProvider | null
  /** The environment of the program without a cell. */
  readonly env: Readonly<Record<string, string>>
}

export function codexProgram(cell: CodexCell): AgentProgram {
  const { request, installed, home, login, env } = cell
  const program = sdkProgram(codexPackage, installed) ?? 'codex'
  // Programs that come with Codex: a search tool.
  const besides = join(dirname(dirname(program)), 'codex-path')
  return {
    provider: 'codex',
    ...(home.files[schemaFile] === undefined ? { file: program, args: [] } : withSchema(program)),
    env: { ...env, CODEX_HOME: agentHome, PATH: [besides, env.PATH ?? []].flat().join(':') },
    secrets: Object.keys(login),
    cwd: request.cwd,
    mode: request.mode,
    read: [...sdkPlaces(installed), ...(request.images ?? [])],
    ...(request.extensions === undefined ? {} : { extensions: request.extensions.folder }),
    hosts: hostsOf(cell),
    home,
  }
}

/** Adds the schema behind the word `exec`, with which the SDK begins its arguments. */
const withSchema = (program: string): Pick<AgentProgram, 'file' | 'args'> => ({
  file: '/bin/sh',
  args: [
    '-c',
    `first=$1; shift; exec "$0" "$first" --output-schema ${agentHome}/${schemaFile} "$@"`,
    program,
  ],
})

/** The APIs of both kinds of log-in, and the server that renews a subscription's. */
const ownHosts = ['api.openai.com', 'chatgpt.com', 'auth.openai.com']

function hostsOf({ codexHome, modelProvider }: CodexCell): readonly string[] {
  const urls = [...userChoice(codexHome).urls, ...(modelProvider === null ? [] : [modelProvider.baseUrl])]
  return [...ownHosts, ...urls.flatMap((url) => (URL.canParse(url) ? [new URL(url).host] : []))]
}
