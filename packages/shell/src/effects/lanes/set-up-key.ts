/**
 * Owns the key of a lane's set-up: a digest of the commands of `lanes.setup` and of all lock files in a tree. The mark in
 * the lane's git folder holds the key that the installed files belong to. A lane without a mark belongs to no tree.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { CommitHash, TreeHash } from '@harness/core/kernel/ids'
import { durableReplace } from '../../machine/disk/durable-write.ts'
import { removeFile } from '../../machine/disk/remove-file.ts'
import { gitOk } from '../../machine/git/git.ts'
import { gitDirsAt } from '../../machine/git/git-dirs.ts'

/** Files that decide which dependencies are installed, by the tools that set-up commonly calls. */
const lockFiles: ReadonlySet<string> = new Set([
  'package-lock.json',
  'npm-shrinkwrap.json',
  'pnpm-lock.yaml',
  'yarn.lock',
  'bun.lock',
  'bun.lockb',
  'deno.lock',
  'Cargo.lock',
  'go.sum',
  'go.work.sum',
  'Gemfile.lock',
  'gems.locked',
  'composer.lock',
  'poetry.lock',
  'pdm.lock',
  'uv.lock',
  'pylock.toml',
  'Pipfile.lock',
  'conda-lock.yml',
  'pixi.lock',
  'mix.lock',
  'rebar.lock',
  'pubspec.lock',
  'Package.resolved',
  'Podfile.lock',
  'Cartfile.resolved',
  'gradle.lockfile',
  'packages.lock.json',
  'paket.lock',
  'flake.lock',
  'stack.yaml.lock',
  'cabal.project.freeze',
  'conan.lock',
  'MODULE.bazel.lock',
  '.terraform.lock.hcl',
  '.tool-versions',
])

/** `requirements.txt`, `requirements-dev.txt` and `requirements/test.txt`. */
const requirements = /(^|\/)requirements([^/]*|\/[^/]+)\.txt$/

const isLockFile = (path: string): boolean => lockFiles.has(basename(path)) || requirements.test(path)

/** Differs whenever set-up could install something else. */
export async function setUpKey(
  lane: string,
  tree: CommitHash | TreeHash,
  setup: readonly string[],
): Promise<string> {
  return digest([setup, await locksIn(lane, tree)])
}

/** The lock files of a tree, at any depth, with their contents' hashes. */
export async function locksIn(lane: string, tree: CommitHash | TreeHash): Promise<readonly string[]> {
  const { stdout } = await gitOk(lane, ['ls-tree', '-r', '-z', '--full-tree', tree])
  // Set-up fetches submodules too: at another commit they are other dependencies.
  const isLock = (line: string): boolean =>
    line.startsWith('160000 ') || isLockFile(line.slice(line.indexOf('\t') + 1))
  return stdout.split('\0').filter(isLock)
}

const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')

const markPath = (lane: string): string => join(gitDirsAt(lane).gitDir, 'harness-set-up')

/** Null if the lane has no mark. */
export const readSetUpMark = (lane: string): Promise<string | null> =>
  readFile(markPath(lane), 'utf8').catch(() => null)

export const writeSetUpMark = (lane: string, key: string): Promise<void> =>
  durableReplace(markPath(lane), key)

/** To be called before installed files change. */
export const dropSetUpMark = (lane: string): Promise<void> => removeFile(markPath(lane))
