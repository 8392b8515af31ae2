/**
 * Owns the private repository of a run that works in the checkout itself: `<stateDir>/in-place/<run>/git`, with the checkout
 * as its files. `checkout` beside it is a link to the checkout and stands for that repository in all calls. Trees, diffs and
 * snapshots are made in it; the user's own `.git` takes no part, and the project needs none. Safe to repeat: the base
 * branch comes last, and until then everything is made again.
 */
import { existsSync, lstatSync, readlinkSync } from 'node:fs'
import { readFile, rename, rm, symlink } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { asTreeHash, type CommitHash } from '@harness/core/kernel/ids'
import { jsonObjectIn } from '@harness/formats/text/json-value'
import { makeDir } from '../../machine/disk/durable-dir.ts'
import { durableReplace } from '../../machine/disk/durable-write.ts'
import { readableNamesIn } from '../../machine/disk/folder-names.ts'
import { textIfThere } from '../../machine/disk/if-missing.ts'
import { isThere } from '../../machine/disk/is-there.ts'
import { commitTree, resolveCommit } from '../../machine/git/commits.ts'
import { gitOk } from '../../machine/git/git.ts'
import { gitDirIfWhole, gitDirsAt } from '../../machine/git/git-dirs.ts'
import type { Identity } from '../../machine/git/identity.ts'
import { pointerOf, pointerText } from '../../machine/git/lane-dirs.ts'
import { newRepository } from '../../machine/git/new-repository.ts'
import { pathBytes, pathText } from '../../machine/git/path-text.ts'
import { currentBranch, readRef, updateRef } from '../../machine/git/refs.ts'
import { stageAll } from '../../machine/git/stage-all.ts'
import { uncommitted } from '../../machine/git/uncommitted.ts'
import { isHarnessFile } from '../../store/layout/harness-files.ts'
import { isAmong } from './is-among.ts'
import { lanePaths } from './lane-record.ts'
import { treeOfHead } from './tree-of-head.ts'

export interface InPlace {
  /** The user's checkout, or a folder without git. */
  readonly checkout: string
  readonly stateDir: string
  readonly runDir: string
  /** The branch that the snapshot of the checkout is on. */
  readonly baseBranch: string
  /** Files and folders of the checkout that are no part of it: the documents that the run itself writes. */
  readonly excluded: readonly string[]
  /** If the run takes over the work of another program: the branch that gets it. The base is the user's commit then. */
  readonly takesOver?: string | undefined
  readonly identity?: Identity | undefined
  readonly at: number
}

/** How the user's repository was when the run began. */
export interface UserRepository {
  /** Null without git, and before the first commit. */
  readonly head: CommitHash | null
  /** Null if HEAD is detached. */
  readonly branch: string | null
  /** Nothing was uncommitted. */
  readonly isClean: boolean
  /** The files that were; absent in the records of earlier versions. */
  readonly uncommitted?: readonly string[]
}

const factsFile = (gitDir: string): string => join(gitDir, 'harness-user.json')

/** The folder that stands for the repository. */
export async function openPrivateRepository(order: InPlace): Promise<string> {
  const all = join(order.stateDir, 'in-place')
  const folder = join(all, basename(order.runDir))
  const link = join(folder, 'checkout')
  const gitDir = join(folder, 'git')
  if (existsSync(gitDir) && existsSync(pointerOf(link))) {
    await pointTo(link, order.checkout)
    if ((await readRef(link, `refs/heads/${order.baseBranch}`)) !== null) return link
  }
  await rm(folder, { recursive: true, force: true })
  await removeUnused(all, order.stateDir)
  await makeDir(join(folder, 'new'))
  await newRepository(join(folder, 'new'), order.baseBranch)
  await rename(join(folder, 'new/.git'), gitDir)
  await rm(join(folder, 'new'), { recursive: true })
  await makeDir(join(gitDir, 'info'))
  await durableReplace(join(gitDir, 'info/exclude'), await excludesOf(order))
  await durableReplace(join(gitDir, 'gitdir'), `${join(link, '.git')}\n`)
  await pointTo(link, order.checkout)
  await durableReplace(pointerOf(link), pointerText(gitDir))
  await takeSnapshot(link, gitDir, order)
  return link
}

/** Those of runs that have closed their lane. */
async function removeUnused(all: string, stateDir: string): Promise<void> {
  const used = await lanePaths(stateDir, null)
  for (const name of await readableNamesIn(all))
    if (!used.has(join(all, name, 'checkout'))) await rm(join(all, name), { recursive: true, force: true })
}

/** The repository may have been moved since. */
async function pointTo(link: string, checkout: string): Promise<void> {
  const stats = lstatSync(link, { throwIfNoEntry: false })
  if (stats?.isSymbolicLink() === true && readlinkSync(link) === checkout) return
  await rm(link, { force: true })
  await symlink(checkout, link)
}

async function takeSnapshot(link: string, gitDir: string, order: InPlace): Promise<void> {
  const user = await userRepository(order)
  await durableReplace(factsFile(gitDir), `${JSON.stringify(user)}\n`)
  await stageAll(link)
  await stageTracked(link, order)
  const now = asTreeHash((await gitOk(link, ['write-tree'])).stdout.trimEnd())
  const { checkout, excluded, takesOver, baseBranch } = order
  const { head } = user
  const base =
    takesOver === undefined || head === null
      ? now
      : await treeOfHead(link, { checkout, head, now, isExcluded: (path) => isAmong(excluded, path) })
  const commit = await commitTree(link, { ...signed(order), tree: base, parents: [], message: baseMessage })
  if (takesOver !== undefined && base !== now) {
    const worked = { ...signed(order), tree: now, parents: [commit], message: takenMessage }
    await updateRef(link, `refs/heads/${takesOver}`, await commitTree(link, worked), null)
  }
  await updateRef(link, `refs/heads/${baseBranch}`, commit, null)
}

const baseMessage = 'The checkout as it was when the run began'
const takenMessage = 'The work that the run takes over'

const signed = ({ at, identity }: InPlace) => ({ at, identity })

/** What the user's repository has although it ignores it. */
async function stageTracked(link: string, { checkout, excluded }: InPlace): Promise<void> {
  if (gitDirIfWhole(checkout) === null) return
  const { bytes } = await gitOk(checkout, ['ls-files', '-z', '--cached', '--ignored', '--exclude-standard'])
  const paths = pathText(bytes)
    .split('\0')
    .filter((path) => path !== '' && !isAmong(excluded, path))
  if (paths.length === 0) return
  await gitOk(link, ['update-index', '-z', '--add', '--remove', '--stdin'], {
    stdin: pathBytes(paths.map((path) => `${path}\0`).join('')),
  })
}

async function userRepository({ checkout, excluded }: InPlace): Promise<UserRepository> {
  if (gitDirIfWhole(checkout) === null) return { head: null, branch: null, isClean: false }
  const files = (await uncommitted(checkout)).entries
    .map(({ path }) => path)
    .filter((path) => !isHarnessFile(path) && !isAmong(excluded, path))
  return {
    head: await resolveCommit(checkout, 'HEAD'),
    branch: await currentBranch(checkout),
    isClean: files.length === 0,
    uncommitted: files,
  }
}

/** `repository` is the folder that `openPrivateRepository` returned. */
export async function userRepositoryBefore(repository: string): Promise<UserRepository> {
  const text = await readFile(factsFile(gitDirsAt(repository).gitDir), 'utf8')
  return jsonObjectIn(text) as unknown as UserRepository
}

/** What tools install and make for themselves. A project without git may have no list of its own. */
const installed = ['node_modules/', '.venv/', 'venv/', '__pycache__/', '*.pyc', '.DS_Store', '.env', '.env.*']
const built = [
  ...['target/', 'dist/', 'build/', 'out/', 'coverage/', 'vendor/bundle/', '.next/', '.nuxt/', '.gradle/'],
  ...['.cache/', '.pytest_cache/', '.mypy_cache/', '.ruff_cache/', '.tox/', '.turbo/', '*.egg-info/'],
]

async function excludesOf({ checkout, stateDir, excluded }: InPlace): Promise<string> {
  const hasGit = gitDirIfWhole(checkout) !== null
  const theirs = hasGit ? await textIfThere(join(gitDirsAt(checkout).commonDir, 'info/exclude')) : null
  const hasList = await isThere(join(checkout, '.gitignore'))
  const paths = [relative(checkout, stateDir), ...excluded].map((path) => path.replace(/\/$/, ''))
  const own = paths.flatMap((path) => [`/${escaped(path)}`, `/${whileWritten(path)}`])
  const common = hasGit ? [] : [...installed, ...(hasList ? [] : built)]
  return [...(theirs === null ? [] : [theirs.trimEnd()]), ...common, ...own, ''].join('\n')
}

/** A file that is replaced is written under such a name first. */
const whileWritten = (path: string): string => `${escaped(join(dirname(path), `.${basename(path)}.`))}*.tmp`

/** So that git takes it for a name. */
const escaped = (path: string): string => path.replace(/[\\*?[\]#! ]/g, (character) => `\\${character}`)
