/** What the config files of Codex's user say: what must be known to switch it off, and what an agent is to use. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, stringify, type TomlTable } from 'smol-toml'

/** Where Codex looks, beside the repository, which it is told not to trust. */
const configFiles = (codexHome: string | null): readonly string[] => [
  ...(codexHome === null ? [] : [join(codexHome, 'config.toml')]),
  '/etc/codex/config.toml',
]

/** The tool servers that Codex would start; with null those of the machine alone. A file that cannot be read as TOML throws; Codex would refuse it, too. */
export function userServers(codexHome: string | null): readonly string[] {
  const names = configFiles(codexHome).flatMap((path) => Object.keys(Object(tableAt(path)?.mcp_servers)))
  return [...new Set(names)]
}

/** The table of tool servers in the user's own config, as it is there. Throws as `userServers` does. */
export const userServerTable = (codexHome: string): unknown =>
  tableAt(join(codexHome, 'config.toml'))?.mcp_servers

/** The choice of model, server and log-in. Nothing else of the user's config is for an agent. */
const choices = [
  'model',
  'model_provider',
  'model_providers',
  'model_reasoning_effort',
  'model_reasoning_summary',
  'model_verbosity',
  'model_context_window',
  'openai_base_url',
  'chatgpt_base_url',
  'forced_login_method',
  'forced_chatgpt_workspace_id',
] as const

export interface UserChoice {
  /** A config file with the choice and nothing else; null if the user made none. */
  readonly text: string | null
  /** The servers that it names. */
  readonly urls: readonly string[]
}

/** Throws as `userServers` does. */
export function userChoice(codexHome: string): UserChoice {
  const table = tableAt(join(codexHome, 'config.toml')) ?? {}
  const chosen = choices.flatMap((name) => (table[name] === undefined ? [] : [[name, table[name]] as const]))
  const providers = Object.values(Object(table.model_providers)) as readonly Readonly<
    Record<string, unknown>
  >[]
  const urls = [table.openai_base_url, table.chatgpt_base_url, ...providers.map((it) => Object(it).base_url)]
  return {
    text: chosen.length === 0 ? null : stringify(Object.fromEntries(chosen)),
    urls: urls.filter((url) => typeof url === 'string'),
  }
}

function tableAt(path: string): TomlTable | null {
  if (!existsSync(path)) return null
  try {
    return parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    throw new Error(`invalid config ${path}: ${reason}`)
  }
}
