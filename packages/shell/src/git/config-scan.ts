/** Finds the settings of a repository that would start a program under a name nobody can know beforehand, and blanks them. */
import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { searchEnvironment } from '../process/program-search.ts'
import { runProcess } from '../process/run-process.ts'
import { type GitDirs, readIfThere } from './git-dirs.ts'
import { GitError, UnsafeRepositoryError } from './git-error.ts'
import { fixedEnvironment, withoutGlobalConfig } from './hardening.ts'

interface Setting {
  /** Section and name in lower case, subsection as written. */
  readonly key: string
  readonly value: string
  readonly file: string
}

/**
 * What has to be put into git's environment so that no such setting takes effect. The environment and not `-c`,
 * because `-c` splits at the first `=` and a subsection may hold one.
 */
export async function blankedConfig(
  dirs: GitDirs,
  remote: boolean,
): Promise<Readonly<Record<string, string>>> {
  const settings = await allSettings(dirs)
  refuseWhatCannotBeBlanked(settings, dirs, remote)
  const blanks = new Map<string, string>()
  for (const { key } of settings) {
    const blank = blankFor(key)
    if (blank !== null) blanks.set(key, blank)
  }
  const environment: Record<string, string> = { GIT_CONFIG_COUNT: String(blanks.size) }
  let index = 0
  for (const [key, value] of blanks) {
    environment[`GIT_CONFIG_KEY_${index}`] = key
    environment[`GIT_CONFIG_VALUE_${index}`] = value
    index++
  }
  return environment
}

/** The same three-way merge that git does where a path has no driver of its own. */
const plainMerge = 'git merge-file -q --marker-size=%L %A %O %B'

const blanking: readonly (readonly [RegExp, string])[] = [
  [/^filter\..*\.(clean|smudge|process)$/s, ''],
  [/^filter\..*\.required$/s, 'false'],
  [/^diff\..*\.(command|textconv)$/s, ''],
  [/^diff\..*\.(trustexitcode|cachetextconv)$/s, 'false'],
  // An empty driver would succeed and keep our side: work would be lost in silence.
  [/^merge\..*\.driver$/s, plainMerge],
  [/^trailer\..*\.(command|cmd)$/s, ''],
  [/^alias\./s, ''],
  [/^pager\./s, 'false'],
  [/^credential\..*\.helper$/s, ''],
  [/^gpg\..*\.(program|defaultkeycommand)$/s, 'false'],
  [/^(difftool|mergetool|browser|man|guitool)\..*\.(cmd|path)$/s, ''],
  [/^tar\..*\.command$/s, ''],
  [/^submodule\..*\.update$/s, 'none'],
  [/^hook\..*\.command$/s, ''],
  [/^remote\..*\.(vcs|proxy)$/s, ''],
]

const blankFor = (key: string): string | null => blanking.find(([pattern]) => pattern.test(key))?.[1] ?? null

function refuseWhatCannotBeBlanked(settings: readonly Setting[], dirs: GitDirs, remote: boolean): void {
  const promisors = new Set<string>()
  for (const { key, value } of settings) {
    if (key === 'extensions.partialclone') promisors.add(value)
    const name = /^remote\.(.*)\.promisor$/s.exec(key)?.[1]
    if (name !== undefined) promisors.add(name)
  }
  for (const { key, value, file } of settings) {
    // Where a worktree lies is said by its `.git`, except in a submodule, which says the same thing twice.
    if (
      key === 'core.worktree' &&
      dirs.top !== null &&
      resolve(dirs.commonDir, value) !== resolve(dirs.top)
    ) {
      throw new UnsafeRepositoryError(file, `core.worktree puts the working tree elsewhere (${value})`)
    }
    // Git keeps the first value of these, so no later one can replace it; a fetch of our own names its program,
    // but the one that git starts by itself for a missing object does not.
    const program = /^remote\.(.*)\.uploadpack$/s.exec(key)?.[1]
    if (program !== undefined && promisors.has(program)) {
      throw new UnsafeRepositoryError(
        file,
        `${key} names a program that git would start for any missing object`,
      )
    }
    if (remote && /^url\..*\.(insteadof|pushinsteadof)$/s.test(key)) {
      throw new UnsafeRepositoryError(file, `${key} sends what is fetched or pushed to another address`)
    }
  }
}

async function allSettings(dirs: GitDirs): Promise<readonly Setting[]> {
  const settings: Setting[] = []
  const seen = new Set<string>()
  const read = async (file: string): Promise<void> => {
    if (seen.has(file)) return
    seen.add(file)
    const content = readIfThere(file)
    if (content === null) return
    for (const [key, value] of await parsed(content, file)) {
      settings.push({ key, value, file })
      // Whether a condition holds may differ between this call and a git that it starts elsewhere: all are read.
      if (/^include(if\..*)?\.path$/s.test(key)) await read(includedPath(value, file))
    }
  }
  await read(join(dirs.commonDir, 'config'))
  if (settings.some(({ key }) => key === 'extensions.worktreeconfig')) {
    await read(join(dirs.commonDir, 'config.worktree'))
    for (const name of worktreeNames(dirs))
      await read(join(dirs.commonDir, 'worktrees', name, 'config.worktree'))
  }
  if (dirs.gitDir !== dirs.commonDir) await read(join(dirs.gitDir, 'config.worktree'))
  return settings
}

function worktreeNames(dirs: GitDirs): readonly string[] {
  try {
    return readdirSync(join(dirs.commonDir, 'worktrees'))
  } catch {
    return []
  }
}

function includedPath(value: string, from: string): string {
  if (value.startsWith('~/')) return join(homedir(), value.slice(2))
  return resolve(dirname(from), value)
}

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
