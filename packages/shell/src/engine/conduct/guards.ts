/** Owns what must hold before a run may start in a repository; each refusal changes nothing and says what to do. */
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { exitCode } from '@harness/core/kernel/exit-code'
import { UserError } from '@harness/core/kernel/user-error'
import { innerConfig, jsonConfig, programConfig } from '@harness/formats/config/config-place'
import { frozenMark } from '../../effects/freeze/freeze.ts'
import { baseBranchMissing, headBranchMissing } from '../../effects/lanes/base-branch-missing.ts'
import { unfinishedOperationAdvice } from '../../effects/lanes/unfinished-operation.ts'
import { resolveCommit } from '../../machine/git/commits.ts'
import { git } from '../../machine/git/git.ts'
import { dirsForSettings, gitDirsAt, isWithoutGit } from '../../machine/git/git-dirs.ts'
import { indexContent, indexMemory } from '../../machine/git/index-content.ts'
import { mainWorktree } from '../../machine/git/main-worktree.ts'
import { type Uncommitted, uncommitted } from '../../machine/git/uncommitted.ts'
import { searchEnvironment } from '../../machine/process/program-search.ts'
import { needsNoCommit } from '../../store/layout/harness-files.ts'
import { namedFew } from '../../store/layout/named-few.ts'
import { ignoreStateDir } from '../../store/layout/state-dir.ts'

export interface GuardedRepo {
  readonly repoRoot: string
  readonly stateDir: string
  readonly baseBranch: string
  /** Agents are told its present text: it need not be committed. */
  readonly contextDir: string
  /** People write plans there. */
  readonly planDir: string
  /** Folders of documents that the run itself writes and people edit meanwhile; they need not be committed either. */
  readonly documents?: readonly string[]
}

const oldestGit = [2, 38] as const

/**
 * Whether a resumed or a new run may go on here. `alsoNeeded` is what else must hold: asked for before the state
 * directory is made. `mayLackGit`: a folder without git will do.
 */
export async function guardRepository(
  repo: Pick<GuardedRepo, 'repoRoot' | 'stateDir'>,
  alsoNeeded: () => Promise<void> = async () => {},
  { mayLackGit = false }: { readonly mayLackGit?: boolean } = {},
): Promise<void> {
  await guardGitVersion(repo.repoRoot)
  if (!mayLackGit || !isWithoutGit(repo.repoRoot)) await guardCommits(repo)
  await alsoNeeded()
  await ignoreStateDir(repo.stateDir)
  await guardNotFrozen(repo.stateDir)
}

async function guardCommits(repo: Pick<GuardedRepo, 'repoRoot' | 'stateDir'>): Promise<void> {
  if ((await resolveCommit(repo.repoRoot, 'HEAD')) === null)
    throw (await headBranchMissing(repo.repoRoot)) ?? noCommits()
  await guardStateDir(repo)
}

/** What a new run needs beside that: a base to begin from and nothing uncommitted that it would miss. */
export async function guardNewRun(repo: GuardedRepo): Promise<void> {
  await guardRepository(repo)
  if ((await resolveCommit(repo.repoRoot, `refs/heads/${repo.baseBranch}`)) === null)
    throw await baseBranchMissing(repo.repoRoot, repo.baseBranch)
  await guardCleanTree(repo)
}

/** Indexes that hold nothing in this folder. */
const untracked = indexMemory<string>()

/** Everything in the state directory is hidden from git, so nothing of the user's may live there. */
async function guardStateDir({
  repoRoot,
  stateDir,
}: Pick<GuardedRepo, 'repoRoot' | 'stateDir'>): Promise<void> {
  const folder = relative(mainWorktree(repoRoot), stateDir)
  const index = indexContent(join(gitDirsAt(repoRoot).gitDir, 'index'))
  if (untracked.get(index) === folder) return
  const { stdout } = await git(repoRoot, ['ls-files', '-z', '--', `${folder}/`])
  const own = stdout.split('\0').filter((path) => path !== '' && path !== `${folder}/.gitignore`)
  const [first] = own
  if (first === undefined) return untracked.set(index, folder)
  const count = own.length === 1 ? first : `${first} and ${own.length - 1} more`
  throw new UserError('state-dir-tracked', `stateDir is ${folder}, which holds committed files: ${count}.`, {
    next: 'Set stateDir in harness.config.json to a folder of its own, such as .harness/run.',
  })
}

async function guardNotFrozen(stateDir: string): Promise<void> {
  const mark = await frozenMark(stateDir)
  if (mark === null) return
  throw new UserError('frozen', `This repository is frozen: ${mark.reason}`, {
    next: `When the reason is gone, remove ${mark.path} and run the command again.`,
    exitCode: exitCode.frozen,
  })
}

async function guardCleanTree({ repoRoot, contextDir, planDir, documents = [] }: GuardedRepo): Promise<void> {
  const free = [contextDir, ...documents].map((folder) => `${folder}/`)
  const found = await uncommitted(repoRoot)
  const entries = found.entries.filter(
    ({ path }) => !needsNoCommit(path) && !free.some((it) => path.startsWith(it)),
  )
  if (entries.length === 0) return
  const shown = entries.slice(0, 5).map(({ path }) => path)
  const more = entries.length > shown.length ? ` and ${entries.length - shown.length} more` : ''
  throw new UserError(
    'dirty-tree',
    `The tree has changes that are not committed: ${shown.join(', ')}${more}.`,
    { next: dirtyTreeAdvice(repoRoot, { ...found, entries }, [planDir]) },
  )
}

const configs: ReadonlySet<string> = new Set([jsonConfig, programConfig, innerConfig])

/**
 * What `harness init` wrote is worth a commit: stashed, the command would find no config. So are plans, which people write
 * in the folders `written`.
 */
export function dirtyTreeAdvice(
  root: string,
  { entries, filtered }: Uncommitted,
  written: readonly string[],
): string {
  const unfinished = unfinishedOperationAdvice(root)
  if (unfinished !== null) return unfinished
  if (entries.every(({ path }) => filtered.includes(path)))
    return `Only its filter could tell whether ${namedFew(filtered)} changed, and the harness runs none; let git look: git status; then run the command again.`
  // A config that init adopted was committed before; one that is gone is a change like any other.
  const isConfig = (path: string): boolean => configs.has(path) && existsSync(join(root, path))
  const added = entries
    .filter(({ kind, path }) => kind === 'untracked' || isConfig(path))
    .map(({ path }) => path)
  if (!added.some(isConfig)) return adviceWithPlans(entries, written)
  const folders = ['.harness', 'docs/exec-plans', ...written].map((folder) => `${folder}/`)
  const ours = added.filter(
    (path) => path.startsWith('harness.') || folders.some((folder) => path.startsWith(folder)),
  )
  return `Commit what harness works with: git add ${ours.map(fromTheTop).join(' ')} && git commit -m "Work with harness"`
}

function adviceWithPlans(entries: Uncommitted['entries'], written: readonly string[]): string {
  const isPlan = ({ path }: Uncommitted['entries'][number]): boolean =>
    written.some((folder) => path.startsWith(`${folder}/`))
  const plans = entries.filter(isPlan)
  const others = entries.filter((entry) => !isPlan(entry))
  const names = plans.map(({ path }) => fromTheTop(path)).join(' ')
  const commit = `git add ${names} && git commit -m "Write plans" -- ${names}`
  if (plans.length === 0) return `Commit or stash them, then run the command again: ${putAway(others)}`
  if (others.length === 0) return `Commit what you wrote, then run the command again: ${commit}`
  return `Commit what you wrote: ${commit}. Commit or stash the rest, then run the command again: ${putAway(others)}`
}

/**
 * Never a mission's documents, which lie uncommitted beside them: stashed, the mission would be planned again. Git takes
 * no name of a file that is gone from the index too, and stops half way: then everything else is named.
 */
function putAway(entries: Uncommitted['entries']): string {
  const isNameable = entries.length <= 5 && entries.every(({ staged, kind }) => !staged && kind !== 'renamed')
  const names = isNameable ? entries.map(({ path }) => fromTheTop(path)) : [':/', "':(top,exclude).harness'"]
  return `git stash push --include-untracked -- ${names.join(' ')}`
}

/** As git and a shell take it for this one file, in whatever folder the operator stands. */
export const fromTheTop = (path: string): string =>
  /^[\w.][\w./-]*$/.test(path) ? `:/${path}` : `':(top,literal)${path.replaceAll("'", `'\\''`)}'`

/** Search paths along which a git was found that is new enough: it is asked for once, and not before each run. */
const newEnough = new Set<string>()

async function guardGitVersion(repoRoot: string): Promise<void> {
  const { PATH = '' } = searchEnvironment()
  if (newEnough.has(PATH)) return
  const { stdout } = await git(repoRoot, ['version'], { dirs: dirsForSettings(repoRoot) })
  const [, major, minor] = /(\d+)\.(\d+)/.exec(stdout) ?? []
  const [needMajor, needMinor] = oldestGit
  const isEnough = Number(major) > needMajor || (Number(major) === needMajor && Number(minor) >= needMinor)
  if (isEnough) return void newEnough.add(PATH)
  throw new UserError('git-too-old', `This is ${stdout.trim()}; ${oldestGit.join('.')} is needed.`, {
    next: 'Install a newer git and run the command again.',
  })
}

const noCommits = (): UserError =>
  new UserError('no-commits', 'This repository has no commits yet, so there is nothing to begin from.', {
    next: firstCommitAdvice,
  })

/** Not all that is there belongs in it: without a `.gitignore`, packages and secrets would be committed too. */
export const firstCommitAdvice =
  'Make the first commit of what belongs in it: look with git status, keep packages and secrets such as .env out by .gitignore, then: git add . && git commit -m "Begin"'
