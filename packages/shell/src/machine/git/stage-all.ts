/** Puts the whole working tree into the index, deletions and untracked files included. */
import type { Stats } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { UserError } from '@harness/core/kernel/user-error'
import { gitOk } from './git.ts'
import { gitDirsAt } from './git-dirs.ts'
import { isOdd, pathBytes, pathText, shownPath } from './path-text.ts'

type Environment = Readonly<Record<string, string>>

/**
 * `git add --all` is not used: it runs `git status` inside submodules and nested repositories, with whatever their
 * configuration starts. `env` may name another index than the worktree's own. Returns the folders with a repository of
 * their own, whose files were taken; each ends in `/`.
 */
export async function stageAll(cwd: string, env: Environment = {}): Promise<readonly string[]> {
  const listed = await list(cwd, env)
  const replaced = new Set([...(await replacedByFolder(cwd, listed)), ...(await behindLinks(cwd, listed))])
  await updateIndex(cwd, env, ['--force-remove'], [...replaced])
  const differing = new Set(listed.filter(({ tag }) => tag !== 'H').map(({ path }) => path))
  const files = [...differing].filter((path) => !path.endsWith('/') && !replaced.has(path))
  const nested = [...differing].filter((path) => path.endsWith('/'))
  const added = [...files, ...(await filesOfNestedRepositories(cwd, nested))]
  await updateIndex(cwd, env, ['--add', '--remove', '--replace'], added)
  return nested
}

interface ListedFile {
  readonly tag: string
  readonly path: string
}

async function list(cwd: string, env: Environment): Promise<readonly ListedFile[]> {
  const which = ['--cached', '--modified', '--deleted', '--others', '--exclude-standard']
  const { bytes } = await gitOk(cwd, ['ls-files', '-z', '-v', ...which], { env })
  return pathText(bytes)
    .split('\0')
    .filter((record) => record !== '')
    .map((record) => ({ tag: record.slice(0, 1), path: record.slice(2) }))
}

/**
 * A repository inside the working tree that is no submodule (project generators leave them) would be recorded as a
 * bare pointer and its files lost; they are taken as the plain files they are.
 */
async function filesOfNestedRepositories(
  cwd: string,
  nestedPaths: readonly string[],
): Promise<readonly string[]> {
  const files: string[] = []
  for (const nested of nestedPaths) {
    if (isOdd(nested)) throw nestedOddly(cwd, nested)
    const folder = join(cwd, nested)
    // Not by the repository that is there: what its settings start is not known.
    const dirs = { ...gitDirsAt(cwd), top: folder, isNamed: true }
    const args = ['ls-files', '-z', '--others', '--exclude-standard']
    const { bytes } = await gitOk(folder, args, {
      dirs,
      env: { GIT_INDEX_FILE: join(dirs.gitDir, 'no-index') },
    })
    const inside = pathText(bytes)
      .split('\0')
      .filter((path) => path !== '')
    files.push(...inside.filter((path) => !path.endsWith('/')).map((path) => nested + path))
    const deeper = inside.filter((path) => path.endsWith('/')).map((path) => nested + path)
    files.push(...(await filesOfNestedRepositories(cwd, deeper)))
  }
  return files
}

/** No program can be started in a folder of that name. */
const nestedOddly = (cwd: string, nested: string): UserError =>
  new UserError(
    'lane-changed',
    `In ${cwd} there is a repository in a folder whose name is not UTF-8: ${shownPath(nested)}`,
    { next: 'Move that out of the lane, or give it another name; then: harness resume' },
  )

/** Files in whose place there is a folder now, other than a submodule's, which git calls neither changed nor deleted. */
async function replacedByFolder(cwd: string, listed: readonly ListedFile[]): Promise<readonly string[]> {
  const replaced: string[] = []
  for (const { tag, path } of listed) {
    if (tag !== 'C' || !(await isFolder(join(cwd, path)))) continue
    if (!(await exists(join(cwd, path, '.git')))) replaced.push(path)
  }
  return replaced
}

/** Files in whose folder's place there is a link now; git refuses to look behind it. */
async function behindLinks(cwd: string, listed: readonly ListedFile[]): Promise<readonly string[]> {
  const behind = new Map<string, Promise<boolean>>()
  const isBehind = (folder: string): Promise<boolean> => {
    if (folder === '.') return Promise.resolve(false)
    const known =
      behind.get(folder) ?? isLink(join(cwd, folder)).then((it) => it || isBehind(dirname(folder)))
    behind.set(folder, known)
    return known
  }
  const gone: string[] = []
  for (const { tag, path } of listed) if (tag === 'R' && (await isBehind(dirname(path)))) gone.push(path)
  return gone
}

async function updateIndex(
  cwd: string,
  env: Environment,
  how: readonly string[],
  paths: readonly string[],
): Promise<void> {
  if (paths.length === 0) return
  await gitOk(cwd, ['update-index', '-z', ...how, '--stdin'], {
    env,
    stdin: pathBytes(paths.map((path) => `${path}\0`).join('')),
  })
}

const exists = async (path: string): Promise<boolean> => (await statsOf(path)) !== null
const isLink = async (path: string): Promise<boolean> => (await statsOf(path))?.isSymbolicLink() === true
const isFolder = async (path: string): Promise<boolean> => (await statsOf(path))?.isDirectory() === true
const statsOf = (path: string): Promise<Stats | null> => lstat(pathBytes(path)).catch(() => null)
