/** Finds the package registries that the operator and the repository have configured, beside the public ones. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { entryOf } from './allowed-hosts.ts'

type Environment = Readonly<Record<string, string | undefined>>

const variables = [
  'npm_config_registry',
  'NPM_CONFIG_REGISTRY',
  'YARN_NPM_REGISTRY_SERVER',
  'PIP_INDEX_URL',
  'PIP_EXTRA_INDEX_URL',
  'UV_INDEX_URL',
  'UV_DEFAULT_INDEX',
  'GOPROXY',
]

/** Entries for their hosts. */
export function configuredRegistries(repoRoot: string, env: Environment): readonly string[] {
  const files = [repoRoot, ...(env.HOME === undefined ? [] : [env.HOME])].map((folder) =>
    join(folder, '.npmrc'),
  )
  const named = env.npm_config_userconfig ?? env.NPM_CONFIG_USERCONFIG
  const fromFiles = [...files, ...(named === undefined ? [] : [named])].flatMap((path) =>
    registriesIn(textOf(path)),
  )
  const fromVariables = variables.flatMap((name) => (env[name] ?? '').split(/[\s,|]+/))
  return [...new Set([...fromFiles, ...fromVariables].flatMap((address) => entryOf(address) ?? []))]
}

/** The addresses in the text of an `.npmrc`: of all packages, and of scopes. */
export const registriesIn = (text: string): readonly string[] =>
  [...text.matchAll(/^\s*(?:@[^:\s]+:)?registry\s*=\s*["']?([^\s"']+)/gm)].map(([, address = '']) => address)

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
