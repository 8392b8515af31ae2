/** Finds the settings of a repository that would start a program under a name that is not known beforehand, and blanks them. */
import { readdirSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readSettings, type Setting } from './config-file.ts'
import { modesCount } from './disk-modes.ts'
import type { GitDirs } from './git-dirs.ts'
import { UnsafeRepositoryError } from './git-error.ts'

export interface Call {
  /** Whether another repository will be talked to. */
  readonly remote: boolean
  /** What the call itself sets: behind everything else, and never while the repository could have it sent elsewhere. */
  readonly settings: readonly Pick<Setting, 'key' | 'value'>[]
}

/**
 * What has to be put into git's environment so that no such setting takes effect. The environment and not `-c`,
 * because `-c` splits at the first `=` and a subsection may hold one.
 */
export async function blankedConfig(dirs: GitDirs, call: Call): Promise<Readonly<Record<string, string>>> {
  const settings = await repositorySettings(dirs)
  refuseWhatCannotBeBlanked(settings, dirs, call)
  const blanks = new Map<string, string>()
  for (const { key } of settings) {
    const blank = blankFor(key)
    if (blank !== null) blanks.set(key, blank)
  }
  if (settings.some(overlooksModes) && modesCount(dirs)) blanks.set('core.filemode', 'true')
  const set = [...blanks, ...call.settings.map(({ key, value }) => [key, value] as const)]
  const environment: Record<string, string> = { GIT_CONFIG_COUNT: String(set.length) }
  set.forEach(([key, value], index) => {
    environment[`GIT_CONFIG_KEY_${index}`] = key
    environment[`GIT_CONFIG_VALUE_${index}`] = value
  })
  return environment
}

const overlooksModes = ({ key, value }: Setting): boolean =>
  key === 'core.filemode' && /^(false|no|off|0|)$/i.test(value)

/** The same three-way merge that git does if a path has no driver of its own. */
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
  [/^gpg\..*\.program$/s, 'false'],
  [/^(difftool|mergetool|browser|man|guitool)\..*\.(cmd|path)$/s, ''],
  [/^tar\..*\.command$/s, ''],
  [/^submodule\..*\.update$/s, 'none'],
  [/^hook\..*\.command$/s, ''],
  [/^remote\..*\.(vcs|proxy)$/s, ''],
]

const blankFor = (key: string): string | null => blanking.find(([pattern]) => pattern.test(key))?.[1] ?? null

function refuseWhatCannotBeBlanked(settings: readonly Setting[], dirs: GitDirs, call: Call): void {
  const missingObjectsFrom = promisors(settings)
  for (const { key, value, file } of settings) {
    if (key === 'core.worktree' && movesWorktree(value, file, dirs)) {
      throw new UnsafeRepositoryError(file, `core.worktree puts the working tree elsewhere (${value})`)
    }
    // Git keeps the first value of these, so no later one can replace it; a fetch of our own names its program,
    // but the one that git starts by itself for a missing object does not.
    const program = /^remote\.(.*)\.uploadpack$/s.exec(key)?.[1]
    if (program !== undefined && missingObjectsFrom.has(program)) {
      throw new UnsafeRepositoryError(
        file,
        `${key} names a program that git would start for any missing object`,
      )
    }
    // An empty value here would match every address.
    if (call.remote && /^url\..*\.(insteadof|pushinsteadof)$/s.test(key)) {
      throw new UnsafeRepositoryError(file, `${key} sends what is fetched or pushed to another address`)
    }
    if (
      call.settings.length > 0 &&
      /^http\.(.*\.)?(proxy|sslverify|sslcainfo|sslcapath|curloptresolve)$/s.test(key)
    ) {
      throw new UnsafeRepositoryError(file, `${key} could make others read the log-in that goes with it`)
    }
  }
}

/** The remotes that git asks by itself for what a partial clone left out. */
function promisors(settings: readonly Setting[]): ReadonlySet<string> {
  const names = settings.map(({ key, value }) =>
    key === 'extensions.partialclone' ? value : /^remote\.(.*)\.promisor$/s.exec(key)?.[1],
  )
  return new Set(names.filter((name) => name !== undefined))
}

/** The remote that a partial clone came from, null in a whole repository. */
export async function promisorRemote(dirs: GitDirs): Promise<string | null> {
  const [remote] = promisors(await repositorySettings(dirs))
  return remote ?? null
}

/** The `.git` of a worktree names its place; a submodule says the same thing twice, anything else is a trap. */
function movesWorktree(value: string, file: string, { top, gitDir, commonDir }: GitDirs): boolean {
  const linked = gitDir !== commonDir
  if (top === null || file !== join(gitDir, linked ? 'config.worktree' : 'config')) return false
  return real(resolve(gitDir, value)) !== real(top)
}

function real(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

/** Of the repository at `dirs`, as they are written now. */
export async function repositorySettings({ gitDir, commonDir }: GitDirs): Promise<readonly Setting[]> {
  const shared = await readSettings([join(commonDir, 'config')])
  const own = gitDir === commonDir ? [] : [join(gitDir, 'config.worktree')]
  if (!shared.some(({ key }) => key === 'extensions.worktreeconfig')) {
    return own.length === 0 ? shared : [...shared, ...(await readSettings(own))]
  }
  // A call on one worktree may start a git in another: `worktree remove` looks whether that one is clean.
  const others = worktreeNames(commonDir).map((name) => join(commonDir, 'worktrees', name, 'config.worktree'))
  return [...shared, ...(await readSettings([join(commonDir, 'config.worktree'), ...own, ...others]))]
}

function worktreeNames(commonDir: string): readonly string[] {
  try {
    return readdirSync(join(commonDir, 'worktrees'))
  } catch {
    return []
  }
}
