/** Where people keep what opens other doors, their agents' log-ins included. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** In the home directory. */
const inHome = [
  '.claude/.credentials.json',
  '.claude.json',
  '.codex/auth.json',
  '.ssh',
  '.aws',
  '.azure',
  '.gnupg',
  '.kube',
  '.netrc',
  '.npmrc',
  '.pypirc',
  '.git-credentials',
  '.config/git/credentials',
  '.config/gh',
  '.config/gcloud',
  '.docker/config.json',
]

/** In folders that a variable may put elsewhere. */
const elsewhere: readonly (readonly [name: string, files: readonly string[]])[] = [
  ['CLAUDE_CONFIG_DIR', ['.credentials.json', '.claude.json']],
  ['CODEX_HOME', ['auth.json']],
]

/** Only files that exist: for any other a sandbox would leave a placeholder in the user's home. */
export function credentialPlaces(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const under = (folder: string | undefined, places: readonly string[]): readonly string[] =>
    folder === undefined || folder === '' ? [] : places.map((place) => join(folder, place))
  const all = [
    ...under(env.HOME ?? env.USERPROFILE, inHome),
    ...elsewhere.flatMap(([name, files]) => under(env[name], files)),
  ]
  return all.filter((path) => existsSync(path))
}
