/**
 * Owns the keys of set-up: a digest of `lanes.setup` and of the files in a tree that decide what it makes: lock files,
 * manifests, settings of package managers, patches, and `lanes.setupInputs`. The exact key has all that set-up may read.
 * The mark in the lane's git folder holds the key that the installed files belong to. A lane without a mark belongs to no
 * tree.
 */

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { CommitHash, TreeHash } from '@harness/core/kernel/ids'
import type { LanesConfig } from '@harness/formats/config/harness-config'
import { durableReplace } from '../../machine/disk/durable-write.ts'
import { removeFile } from '../../machine/disk/remove-file.ts'
import { gitDirsAt } from '../../machine/git/git-dirs.ts'
import { gitlinkMode, treeFiles } from '../../machine/git/tree-files.ts'
import { setUpReach, type TreeFiles } from './set-up-reach.ts'

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

/** Files that say what a package needs, and settings of the tools that install it. */
const manifests: ReadonlySet<string> = new Set([
  'package.json',
  'pnpm-workspace.yaml',
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  '.pnpmfile.cjs',
  'bunfig.toml',
  'deno.json',
  'deno.jsonc',
  '.nvmrc',
  '.node-version',
  'pyproject.toml',
  'setup.py',
  'setup.cfg',
  'Pipfile',
  '.python-version',
  'Cargo.toml',
  'rust-toolchain',
  'rust-toolchain.toml',
  'go.mod',
  'go.work',
  'Gemfile',
  '.ruby-version',
  'composer.json',
  'mix.exs',
  'rebar.config',
  'pubspec.yaml',
  'Package.swift',
  'Podfile',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
  'settings.gradle',
  'settings.gradle.kts',
  'flake.nix',
  '.gitmodules',
])

/** Patches of packages, as patch-package, pnpm and yarn keep them. */
const patches = /(^|\/)(patches|\.yarn\/(?:patches|releases|plugins))\//

/** `requirements.txt`, `requirements-dev.txt` and `requirements/test.txt`. */
const requirements = /(^|\/)requirements([^/]*|\/[^/]+)\.txt$/

/** Set-up makes these folders: a file that a commit has in one of them would stand among what was installed. */
const installed = /(^|\/)(node_modules|bower_components|\.venv|venv|Pods)\//

const isInput = (path: string): boolean =>
  lockFiles.has(basename(path)) ||
  manifests.has(basename(path)) ||
  requirements.test(path) ||
  patches.test(path) ||
  installed.test(path)

type SetUp = Pick<LanesConfig, 'setup' | 'setupInputs'>

/** Differs whenever a lane should be set up again. What its agents build there themselves is theirs. */
export async function setUpKey(
  lane: string,
  tree: CommitHash | TreeHash,
  { setup, setupInputs }: SetUp,
): Promise<string> {
  return digest([setup, inputsIn(await filesOf(lane, tree), setupInputs)])
}

const keptKeys = 64
const knownKeys = new Map<string, Promise<string>>()

/** Differs whenever set-up could make something else. If that may depend on any file, each tree has a key of its own. */
export function exactSetUpKey(
  repository: string,
  tree: CommitHash | TreeHash,
  { setup, setupInputs }: SetUp,
): Promise<string> {
  const about = JSON.stringify([repository, tree, setup, setupInputs])
  const known = knownKeys.get(about) ?? exactKey(repository, tree, { setup, setupInputs })
  knownKeys.delete(about)
  knownKeys.set(about, known)
  known.catch(() => knownKeys.delete(about))
  for (const oldest of [...knownKeys.keys()].slice(0, -keptKeys)) knownKeys.delete(oldest)
  return known
}

async function exactKey(
  repository: string,
  tree: CommitHash | TreeHash,
  { setup, setupInputs }: SetUp,
): Promise<string> {
  if (setup.length === 0) return digest([setupInputs])
  const files = await filesOf(repository, tree)
  const reach = await setUpReach(repository, files, setup)
  return digest([setup, reach === null ? [...files] : inputsIn(files, [...setupInputs, ...reach])])
}

async function filesOf(repository: string, tree: CommitHash | TreeHash): Promise<TreeFiles> {
  const files = await treeFiles(repository, tree)
  return new Map(
    files.map(({ path, mode, object }) => [
      path,
      `${mode} ${mode === gitlinkMode ? 'commit' : 'blob'} ${object}`,
    ]),
  )
}

/** The files of a tree that set-up goes by, at any depth. */
function inputsIn(files: TreeFiles, named: readonly string[]): readonly (readonly [string, string])[] {
  const places = new Set(named.map((input) => input.replace(/\/$/, '')))
  const isNamed = (path: string): boolean => {
    for (let at = path.length; at > 0; at = path.lastIndexOf('/', at - 1))
      if (places.has(path.slice(0, at))) return true
    return false
  }
  // Set-up fetches submodules too: at another commit they are other dependencies.
  return [...files].filter(([path, what]) => what.startsWith('160000 ') || isInput(path) || isNamed(path))
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
