/** The only way in which the product calls git: hardened against everything that the repository's own config could start. */
import { invariant } from '@harness/core/kernel/invariant'
import { homeEnvironment, remoteEnvironment, searchEnvironment } from '../process/program-search.ts'
import { runProcess } from '../process/run-process.ts'
import type { Setting } from './config-file.ts'
import { blankedConfig } from './config-scan.ts'
import { type GitDirs, gitDirsAt } from './git-dirs.ts'
import { GitError } from './git-error.ts'
import {
  fixedEnvironment,
  hardenedOptions,
  isRemote,
  overrideArgs,
  withoutGlobalConfig,
} from './hardening.ts'
import { userExcludesFile } from './user-excludes.ts'

export { GitError, UnsafeRepositoryError } from './git-error.ts'

export interface GitOptions {
  readonly stdin?: string | Uint8Array
  /** Beside what every call gets; for an index of one's own, an identity, a date. */
  readonly env?: Readonly<Record<string, string>>
  readonly wallMs?: number
  readonly outputBytes?: number
  readonly signal?: AbortSignal
  /** An open file that gets standard output, of whatever length; the result then has none. */
  readonly stdoutFd?: number
  /** By which it is found again if the harness was killed before it ended. */
  readonly tag?: string
  /** Settings for this call alone. They go through the environment, so that no list of processes shows them. */
  readonly settings?: readonly Pick<Setting, 'key' | 'value'>[]
  /** Fetches from another repository on this disk, and examines every object: an agent may have written it. */
  readonly strict?: boolean
  /** Another repository than the one that `cwd` is the top of. */
  readonly dirs?: GitDirs
  /** Lets the user's own global config be read too; only for calls that read settings and nothing else. */
  readonly userConfig?: boolean
}

export interface GitResult {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
  /** Standard output as it came: file contents and patches need not be UTF-8. */
  readonly bytes: Buffer
}

const strictFetch = [
  '-c',
  'transfer.fsckObjects=true',
  '-c',
  'fetch.fsckObjects=true',
  '-c',
  'protocol.version=2',
]

const defaultWallMs = 10 * 60_000
const defaultOutputBytes = 256 * 1024 * 1024

/**
 * Runs `git <args>` in the repository whose top folder is `cwd`; `args` begins with the subcommand. Any exit code is
 * a result; throws GitError if there is none. Callers keep names of others behind `--` or `--end-of-options`.
 */
export async function git(
  cwd: string,
  args: readonly string[],
  options: GitOptions = {},
): Promise<GitResult> {
  const [subcommand, ...rest] = args
  const hardened = hardenedOptions(subcommand ?? '')
  invariant(
    subcommand !== undefined && hardened !== null,
    `git ${subcommand} is not among the examined subcommands`,
  )
  const { settings = [] } = options
  const dirs = options.dirs ?? gitDirsAt(cwd)
  const remote = isRemote(subcommand) && options.strict !== true
  const blanked = await blankedConfig(dirs, { remote, settings })
  const result = await runProcess({
    file: 'git',
    args: [
      ...overrideArgs(subcommand),
      '-c',
      `core.excludesFile=${await userExcludesFile()}`,
      ...(options.strict === true ? strictFetch : []),
      subcommand,
      ...hardened,
      ...rest,
    ],
    cwd,
    env: {
      ...searchEnvironment(),
      ...(remote ? remoteEnvironment() : {}),
      ...(options.userConfig === true ? homeEnvironment() : withoutGlobalConfig),
      ...fixedEnvironment,
      ...blanked,
      ...(dirs.isNamed ? { GIT_DIR: dirs.gitDir, GIT_WORK_TREE: dirs.top ?? cwd } : {}),
      ...options.env,
    },
    limits: {
      wallMs: options.wallMs ?? defaultWallMs,
      outputBytes: options.outputBytes ?? defaultOutputBytes,
    },
    capture: true,
    descendants: 'group',
    ...(options.stdin === undefined ? {} : { stdin: options.stdin }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    ...(options.stdoutFd === undefined ? {} : { stdoutFd: options.stdoutFd }),
    ...(options.tag === undefined ? {} : { tag: options.tag }),
  })
  const stderr = result.stderr.toString('utf8')
  if (result.exitCode === null) {
    throw new GitError({ args, cwd }, { exitCode: null, stderr: `${result.problem ?? ''} ${stderr}`.trim() })
  }
  return { exitCode: result.exitCode, stdout: result.stdout.toString('utf8'), stderr, bytes: result.stdout }
}

/** As `git`, where anything but exit code 0 is a GitError. */
export async function gitOk(
  cwd: string,
  args: readonly string[],
  options: GitOptions = {},
): Promise<GitResult> {
  const result = await git(cwd, args, options)
  if (result.exitCode !== 0) throw new GitError({ args, cwd }, result)
  return result
}
