/**
 * Fetches from and pushes to the remote of a forge, never by force. The forge's token goes to the forge's own address and
 * nowhere else, and through the environment of git: no argument, file or log ever holds it. A remote that is reached by
 * ssh or is on this disk needs none.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { AgentError } from '@harness/core/kernel/agent'
import type { CommitHash } from '@harness/core/kernel/ids'
import { UserError } from '@harness/core/kernel/user-error'
import { GitError, type GitOptions, type GitResult, git } from '../../../machine/git/git.ts'
import { ForgeError } from '../../failure/forge-error.ts'

export interface Remote {
  readonly repoRoot: string
  /** As git knows it here, such as `origin`. */
  readonly name: string
  /** The host that may get the token, such as `https://github.com`. */
  readonly origin: string
  readonly token: string | null
}

const wallMs = 5 * 60_000
const lockTries = 20
const lookAgainMs = 150

const isLocked = ({ exitCode, stderr }: GitResult): boolean =>
  exitCode !== 0 && /cannot lock ref|unable to create '.*\.lock'/i.test(stderr)

export const trackingRef = (remote: string, branch: string): string => `refs/remotes/${remote}/${branch}`

/** Brings `refs/remotes/<remote>/<branch>` to the branch's commit, whatever that is. */
export async function fetchBranch(remote: Remote, branch: string, signal: AbortSignal): Promise<void> {
  const how = ['--quiet', '--no-tags', '--no-prune', '--no-write-fetch-head', '--no-auto-maintenance']
  const refspec = `+refs/heads/${branch}:${trackingRef(remote.name, branch)}`
  const fetch = () => talk(remote, ['fetch', ...how, '--', remote.name, refspec], signal)
  let result = await fetch()
  // Another run, or an editor, may be fetching the same branch.
  for (let left = lockTries; left > 0 && isLocked(result); left--) {
    await sleep(lookAgainMs, undefined, { signal })
    result = await fetch()
  }
  if (result.exitCode === 0) return
  if (/couldn't find remote ref/.test(result.stderr)) {
    throw new UserError('base-branch-missing', `The remote ${remote.name} has no branch ${branch}.`, {
      next: `Push it: git push ${remote.name} ${branch}; or set baseBranch in harness.config.json to a branch that is there`,
    })
  }
  throw gitTrouble(result, `fetch ${branch} from ${remote.name}`)
}

export type Push =
  | { readonly type: 'pushed' }
  /** Something else is there: `behind` where ours is simply not on top of it. */
  | { readonly type: 'rejected'; readonly behind: boolean; readonly detail: string }

export async function pushBranch(
  remote: Remote,
  branch: string,
  commit: CommitHash,
  signal: AbortSignal,
): Promise<Push> {
  const how = ['--porcelain', '--no-force', '--no-force-with-lease', '--no-follow-tags', '--no-mirror']
  const refspec = `${commit}:refs/heads/${branch}`
  const result = await talk(remote, ['push', ...how, '--', remote.name, refspec], signal)
  if (result.exitCode === 0) return { type: 'pushed' }
  const [, who, why = ''] =
    /^!\t[^\t]*\t\[(rejected|remote rejected)\](?: \((.*)\))?$/m.exec(result.stdout) ?? []
  if (who === undefined) throw gitTrouble(result, `push ${branch} to ${remote.name}`)
  const said = [...result.stderr.matchAll(/^remote: ?(.+)$/gm)].map(([, line = '']) => line.trim()).join(' ')
  return {
    type: 'rejected',
    behind: who === 'rejected' || /fetch first|non-fast-forward|cannot lock ref|stale info/.test(why),
    detail: [why, said].filter((text) => text !== '').join(': '),
  }
}

function talk(remote: Remote, args: readonly string[], signal: AbortSignal): Promise<GitResult> {
  const key = `http.${remote.origin}/.extraHeader`
  const login = Buffer.from(`x-access-token:${remote.token ?? ''}`).toString('base64')
  const options: GitOptions = {
    signal,
    wallMs,
    // The empty one takes back what the repository itself may have set, such as a log-in of its own.
    ...(remote.token === null
      ? {}
      : {
          settings: [
            { key, value: '' },
            { key, value: `Authorization: Basic ${login}` },
          ],
        }),
  }
  return git(remote.repoRoot, args, options).catch((error: unknown) => {
    signal.throwIfAborted()
    if (!(error instanceof GitError)) throw error
    throw new ForgeError({ kind: 'network', message: error.message }, { cause: error })
  })
}

const classes: readonly (readonly [RegExp, AgentError['kind']])[] = [
  [/returned error: 429|rate limit/i, 'rate_limit'],
  [/returned error: 5\d\d/, 'overloaded'],
  [
    /authentication failed|could not read (username|password)|permission denied|returned error: 40[13]|host key verification/i,
    'auth',
  ],
  [
    /could not resolve host|failed to connect|couldn't connect|connection (refused|reset|timed out|closed)|timed out|early eof|unexpected disconnect|hung up|rpc failed/i,
    'network',
  ],
  [
    /not found|does not appear to be a git repository|does not exist|no such remote|returned error: 404/i,
    'invalid',
  ],
]

function gitTrouble({ stderr, stdout }: GitResult, what: string): ForgeError {
  const said = `${stderr.trim()}\n${stdout.trim()}`.trim().slice(-2_000)
  const kind = classes.find(([pattern]) => pattern.test(said))?.[1] ?? 'unknown'
  return new ForgeError({ kind, message: `git could not ${what}: ${said}` })
}
