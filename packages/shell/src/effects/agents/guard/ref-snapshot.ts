/** Remembers how the refs of a repository stand while an agent works in one of its lanes, and reads the logs that tell who moved them. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { asCommitHash, type CommitHash } from '@harness/core/kernel/ids'
import { gitOk } from '../../../machine/git/git.ts'
import { gitDirIfWhole, gitDirsAt } from '../../../machine/git/git-dirs.ts'
import { refsInFiles } from '../../../machine/git/ref-files.ts'
import { worktrees } from '../../../machine/git/worktrees.ts'
import type { LaneRecord } from '../../lanes/lane-record.ts'

export const heads = 'refs/heads/'
export const remoteRefs = 'refs/remotes/'

export type Lane = Pick<LaneRecord, 'path' | 'branch'>

/** Full names of refs, and what they lead to. */
export type RefTips = ReadonlyMap<string, CommitHash>

export interface Refs {
  /** Branches and tags. */
  readonly tips: RefTips
  /** Where branches of other repositories were seen last. */
  readonly remotes: RefTips
}

export async function refTips(repository: string): Promise<Refs> {
  const all = [...(await allRefs(repository, [heads, 'refs/tags/', remoteRefs]))]
  return {
    tips: new Map(all.filter(([ref]) => !ref.startsWith(remoteRefs))),
    remotes: new Map(all.filter(([ref]) => ref.startsWith(remoteRefs))),
  }
}

async function allRefs(repository: string, prefixes: readonly string[]): Promise<RefTips> {
  const filed = refsInFiles(gitDirsAt(repository), prefixes)
  if (filed !== undefined) return filed
  const { stdout } = await gitOk(repository, [
    'for-each-ref',
    '--format=%(objectname) %(refname)',
    ...prefixes,
  ])
  const lines = stdout.split('\n').filter((line) => line !== '')
  return new Map(
    lines.map((line) => {
      const blank = line.indexOf(' ')
      return [line.slice(blank + 1), asCommitHash(line.slice(0, blank))]
    }),
  )
}

/** An entry of a log: what it led to, and the words it was made with. */
interface Logged {
  readonly to: string
  readonly message: string
}
export type Stash = Logged

/** How the refs of a repository stand, and how far the logs go that tell who moved them. */
export interface RefSnapshot extends Refs {
  readonly stashes: readonly Stash[]
  /** Lines of each log of a HEAD, by its path. */
  readonly logged: ReadonlyMap<string, number>
}

export async function refSnapshot(lane: Lane): Promise<RefSnapshot> {
  const logged = new Map<string, number>()
  for (const log of await otherHeads(lane)) logged.set(log, (await logOf(log)).length)
  return { ...(await refTips(lane.path)), stashes: await stashesIn(lane), logged }
}

/** Paths of the logs of the HEADs of all other worktrees. */
export async function otherHeads(lane: Lane): Promise<readonly string[]> {
  const there = (await worktrees(lane.path)).filter(
    ({ path, bare, prunable }) => !bare && prunable === null && path !== lane.path,
  )
  return there.flatMap(({ path }) => {
    const gitDir = gitDirIfWhole(path)
    return gitDir === null ? [] : [join(gitDir, 'logs', 'HEAD')]
  })
}

export const stashesIn = (lane: Lane): Promise<readonly Stash[]> =>
  logOf(join(gitDirsAt(lane.path).commonDir, 'logs/refs/stash'))

export async function logOf(path: string): Promise<readonly Logged[]> {
  const log = await readFile(path, 'utf8').catch(() => '')
  return log
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ to: line.split(' ')[1] ?? '', message: line.split('\t')[1] ?? '' }))
}

export const short = (hash: string): string => hash.slice(0, 12)

export const nameOf = (ref: string): string =>
  ref.startsWith(heads) ? `branch ${ref.slice(heads.length)}` : `tag ${ref.slice('refs/tags/'.length)}`

/** What cannot be told apart is told. */
export const unclear = 'this may have been a person or the agent'
