/**
 * Finds a tool server in the operator's own config of a provider's program. Reads no log-in. Its variables and headers may
 * be secrets: a run keeps only the hash of it, and reads it again for each call.
 */
import { homedir } from 'node:os'
import { join } from 'node:path'
import { userServerTable } from '@harness/agent-runner/providers/codex/user-config'
import type { ProviderName } from '@harness/core/kernel/provider-name'
import type { AgentConfig } from '@harness/formats/config/harness-config'
import {
  codexServerIn,
  type ServerFound,
  userServerIn,
} from '@harness/formats/documents/extensions/server-files'
import { type DescribedServer, valuesOf } from '@harness/formats/documents/extensions/tool-server'
import { textIfThere } from '../../../machine/disk/if-missing.ts'
import { looksSecret } from '../../../machine/process/environment.ts'
import type { Secret } from '../../../machine/redaction/literal-forms.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface UserServer {
  /** The file. */
  readonly from: string
  readonly server: DescribedServer
}

interface ServerFile {
  readonly from: string
  find(name: string): Promise<ServerFound>
}

export const homeOf = ({ HOME, USERPROFILE }: Environment): string => HOME ?? USERPROFILE ?? homedir()

/** The files of the providers whose programs have one. */
function serverFiles(environment: Environment): Readonly<Record<'claude' | 'codex', ServerFile>> {
  const { CLAUDE_CONFIG_DIR: claude, CODEX_HOME: codex } = environment
  const home = homeOf(environment)
  return {
    claude: {
      from: claude === undefined ? '~/.claude.json' : join(claude, '.claude.json'),
      async find(name) {
        const text = await textIfThere(join(claude ?? home, '.claude.json')).catch(() => undefined)
        if (text === undefined) return 'it cannot be read'
        return text === null ? null : userServerIn(text, name)
      },
    },
    codex: {
      from: codex === undefined ? '~/.codex/config.toml' : join(codex, 'config.toml'),
      async find(name) {
        try {
          return codexServerIn(userServerTable(codex ?? join(home, '.codex')), name)
        } catch (error) {
          return error instanceof Error ? error.message : String(error)
        }
      },
    },
  }
}

/** Those of the config, the main one first. */
export const providersOf = ({
  provider,
  roles,
}: Pick<AgentConfig, 'provider' | 'roles'>): readonly ProviderName[] => [
  ...new Set([provider, ...Object.values(roles).flatMap((role) => role.provider ?? [])]),
]

/** Where `userServer` looks. */
export const userFiles = (providers: readonly ProviderName[], environment: Environment): readonly string[] =>
  filesOf(providers, environment).map(({ from }) => from)

const filesOf = (providers: readonly ProviderName[], environment: Environment): readonly ServerFile[] => {
  const { claude, codex } = serverFiles(environment)
  // An agent of acp has settings of a form that is unknown here. It may have the servers of both.
  const files = { claude: [claude], codex: [codex], acp: [claude, codex], scripted: [] }
  return [...new Set(providers.flatMap((provider) => files[provider]))]
}

/** In the first file that has it. A text says what is wrong with it; null if there is none. */
export async function userServer(
  name: string,
  providers: readonly ProviderName[],
  environment: Environment,
): Promise<UserServer | string | null> {
  for (const { from, find } of filesOf(providers, environment)) {
    const server = await find(name)
    if (typeof server === 'string') return `${from}: ${server}`
    if (server !== null) return { from, server }
  }
  return null
}

/** The same server again, from the file in which it was found; null if it is gone or cannot be used any more. */
export async function userServerAgain(
  name: string,
  from: string,
  environment: Environment,
): Promise<DescribedServer | null> {
  const file = Object.values(serverFiles(environment)).find((one) => one.from === from)
  const server = await file?.find(name)
  return server === undefined || typeof server === 'string' ? null : server
}

/** What no recording may show of the operator's trusted servers. */
export async function userServerSecrets(
  agent: Pick<AgentConfig, 'provider' | 'roles' | 'trust'>,
  environment: Environment,
): Promise<readonly Secret[]> {
  const found = await Promise.all(
    agent.trust.mcpServers.map((name) => userServer(name, providersOf(agent), environment)),
  )
  return found
    .flatMap((one) => (one === null || typeof one === 'string' ? [] : valuesOf(one.server)))
    .flatMap(([name, value]) => [value, ...value.split(/\s+/)].map((part) => ({ name, value: part })))
    .filter(({ name, value }) => !value.includes('${') && (isNamedSecret(name, value) || isRandom(value)))
}

const isNamedSecret = (name: string, value: string): boolean =>
  !scheme.test(value) && (looksSecret(name.replaceAll('-', '_')) || /^(authorization|cookie)$/i.test(name))

/** The first word of a header. */
const scheme = /^(bearer|basic|token)$/i

/** No word, no path and no sentence is like that. */
const isRandom = (value: string): boolean => /^(?=.*\d)(?=.*[A-Za-z])[^\s/]{16,}$/.test(value)
