/**
 * Keeps `notify.run` and `mission.notify` to programs that agents cannot change: it runs outside of the sandbox, with the operator's rights.
 * A line that names a file of the repository is refused. It works in no folder of the repository, and finds no program there.
 */
import { statSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, delimiter, dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { findProgram, withAbsolutePath } from '@harness/agent-runner/runner/program-path'
import { UserError } from '@harness/core/kernel/user-error'
import { shellTokens, simpleCommands } from '@harness/core/work/shell-words'
import { mainWorktree } from '../../../machine/git/main-worktree.ts'
import { findPlace, isWithin } from '../../../machine/sandbox/place.ts'

export interface NotifyPlace {
  readonly repoRoot: string
  /** Paths outside of the lane that agents may write, as the config has them. */
  readonly writable: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** No folder of an agent's: what a line names by a relative path is not there. */
export const notifyFolder = '/'

/** `field` of the config has the line. */
export function refuseNotify(
  line: string | null,
  place: NotifyPlace,
  field: 'notify.run' | 'mission.notify',
): UserError | null {
  const file = line === null ? null : changeableFile(line, place)
  if (file === null) return null
  return new UserError(
    'notify-changeable',
    `${field} names ${file}. Agents can change it, and it would run outside of the sandbox, with your rights.`,
    {
      next: 'Move the script out of the repository, and name it by its absolute path or put it on PATH; for example ~/bin/notify.',
    },
  )
}

/** The first file or folder in a line that agents can change; null if there is none. Looks only. */
function changeableFile(line: string, place: NotifyPlace): string | null {
  const { repoRoot, environment } = place
  const roots = rootsOf(place)
  const isInside = (path: string): boolean => roots.some((root) => isWithin(realPath(path), root))
  const shown = (path: string): string =>
    isWithin(path, repoRoot) && path !== repoRoot ? relative(repoRoot, path) : path
  for (const word of wordsOf(line)) {
    const path = expanded(word, place)
    if (isAbsolute(path)) {
      // As `$3` the line is told the directory, which it may show.
      if (isInside(path) && !isDirectory(word)) return shown(path)
      continue
    }
    if (isFile(join(repoRoot, path))) return shown(join(repoRoot, path))
    const program = path.includes('/') ? null : findProgram(path, environment)
    if (program !== null && isInside(program)) return shown(program)
  }
  return workFolder(line) ?? recipe(line, repoRoot)
}

/** The environment without the folders of PATH that agents can change. */
export function notifyEnvironment(
  env: Readonly<Record<string, string>>,
  place: NotifyPlace,
): Record<string, string> {
  const { PATH = '' } = env
  const roots = rootsOf(place)
  const outside = PATH.split(delimiter).filter(
    (folder) => isAbsolute(folder) && !roots.some((root) => isWithin(realPath(folder), root)),
  )
  return withAbsolutePath({ ...env, PATH: outside.join(delimiter) })
}

const rootsOf = ({ repoRoot, writable, environment }: NotifyPlace): readonly string[] =>
  [repoRoot, mainWorktree(repoRoot), ...writable.map((path) => inHome(path, environment))].map(realPath)

/** The words of the line, and what is between quotes and operators: a word may hold a command line of its own. */
const wordsOf = (line: string): readonly string[] => [
  ...[...shellTokens(line)].flatMap((token) => (token.type === 'word' ? [token.text] : [])),
  ...line.split(/[\s"'`;&|()<>=,]+/),
]

const isDirectory = (word: string): boolean => /^\$(?:3|\{3\})$/.test(word)

const expanded = (word: string, { repoRoot, environment }: NotifyPlace): string =>
  inHome(word.replace(/^\$(?:3|\{3\})(?=\/|$)/, repoRoot), environment)

const inHome = (path: string, { HOME = homedir() }: NotifyPlace['environment']): string =>
  path.replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/, HOME)

/** Without links, also if the end of the path does not exist. */
function realPath(path: string): string {
  const at = resolve(path)
  return findPlace(at)?.real ?? (at === '/' ? at : join(realPath(dirname(at)), basename(at)))
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true

/** Going to the directory makes every relative path one of the repository. */
const workFolder = (line: string): string | null =>
  /(?:\b(?:cd|pushd)|-C|--(?:directory|prefix|cwd))[\s=]*["']?\$(?:3\b|\{3\})/.test(line)
    ? 'the repository as its working folder'
    : null

/** Programs that read what to run from a file of their working folder. */
const recipes: Readonly<Record<string, string>> = {
  npm: 'package.json',
  pnpm: 'package.json',
  yarn: 'package.json',
  bun: 'package.json',
  make: 'Makefile',
  just: 'justfile',
}

function recipe(line: string, repoRoot: string): string | null {
  for (const { words } of simpleCommands(line, '')) {
    const [program = '', ...rest] = words
    const file = recipes[program]
    if (file === undefined || rest.some((word) => /^(?:-C|-f|--prefix|--cwd|--dir)/.test(word))) continue
    if (isFile(join(repoRoot, file))) return `${file}, through ${program}`
  }
  return null
}
