/** Reads git configuration files as git itself reads them, with all they include, whatever the condition. */
import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { searchEnvironment } from '../process/program-search.ts'
import { runProcess } from '../process/run-process.ts'
import { GitError, UnsafeRepositoryError } from './git-error.ts'
import { fixedEnvironment, withoutGlobalConfig } from './hardening.ts'
import { readIfThere } from './read-if-there.ts'

export interface Setting {
  /** Section and name in lower case, subsection as written. */
  readonly key: string
  readonly value: string
  readonly file: string
}

/** All settings in `files` and in what they include; a file that is not there has none. */
export async function readSettings(files: readonly string[]): Promise<readonly Setting[]> {
  const settings: Setting[] = []
  const seen = new Set<string>()
  const read = async (file: string): Promise<void> => {
    if (seen.has(file)) return
    seen.add(file)
    const content = readIfThere(file)
    if (content === null) return
    for (const [key, value] of await parsed(content, file)) {
      settings.push({ key, value, file })
      // Whether a condition holds may differ between this call and a git that it starts elsewhere.
      if (/^include(if\..*)?\.path$/s.test(key)) await read(userPath(value, dirname(file)))
    }
  }
  for (const file of files) await read(file)
  return settings
}

/** A path as git writes it: from the home folder, absolute, or from `folder`. */
export const userPath = (path: string, folder: string): string =>
  path.startsWith('~/') ? join(homedir(), path.slice(2)) : resolve(folder, path)

type Entries = readonly (readonly [string, string])[]

/**
 * Parsing is a pure function of a file's content, and the content is the key: this remembers no fact about the
 * world, it only spares a process for every call on an unchanged repository.
 */
const parses = new Map<string, Promise<Entries>>()
const keptParses = 64

function parsed(content: Buffer, file: string): Promise<Entries> {
  const key = createHash('sha256').update(content).digest('hex')
  const known = parses.get(key)
  if (known !== undefined) return known
  const parse = parseByGit(content, file)
  parses.set(key, parse)
  parse.catch(() => parses.delete(key))
  const oldest = parses.keys().next().value
  if (parses.size > keptParses && oldest !== undefined) parses.delete(oldest)
  return parse
}

/** Git's own parser reads the very bytes that were hashed, from its standard input. */
async function parseByGit(content: Buffer, file: string): Promise<Entries> {
  const args = ['config', '--file', '-', '--no-includes', '--list', '-z']
  const result = await runProcess({
    file: 'git',
    args,
    cwd: '/',
    env: { ...searchEnvironment(), ...withoutGlobalConfig, ...fixedEnvironment },
    stdin: content,
    limits: { wallMs: 60_000, outputBytes: 16 * 1024 * 1024 },
    capture: true,
    descendants: 'group',
  })
  if (result.exitCode !== 0) {
    throw new GitError(
      { args, cwd: file },
      { exitCode: result.exitCode, stderr: result.problem ?? result.tail },
    )
  }
  return decoded(result.stdout, file)
    .split('\0')
    .filter((entry) => entry !== '')
    .map((entry) => {
      const newline = entry.indexOf('\n')
      return newline === -1 ? [entry, ''] : [entry.slice(0, newline), entry.slice(newline + 1)]
    })
}

/** A name that is not UTF-8 could not be handed back to git, and so not be blanked. */
function decoded(bytes: Buffer, file: string): string {
  if (!isUtf8(bytes)) throw new UnsafeRepositoryError(file, 'it is not valid UTF-8')
  return bytes.toString('utf8')
}
