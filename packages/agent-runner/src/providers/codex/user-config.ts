/** What the config files of Codex's user say that must be known to switch it off. Reads names only. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'

/** Where Codex looks, beside the repository, which it is told not to trust. */
const configFiles = (codexHome: string): readonly string[] => [
  join(codexHome, 'config.toml'),
  '/etc/codex/config.toml',
]

/** The tool servers that Codex would start. A file that cannot be read as TOML throws; Codex would refuse it, too. */
export function userServers(codexHome: string): readonly string[] {
  const names = configFiles(codexHome).flatMap((path) =>
    existsSync(path) ? serversIn(readFileSync(path, 'utf8'), path) : [],
  )
  return [...new Set(names)]
}

function serversIn(text: string, path: string): readonly string[] {
  try {
    return Object.keys(Object(parse(text.replace(/^\uFEFF/, '')).mcp_servers))
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    throw new Error(`invalid config ${path}: ${reason}`)
  }
}
