/**
 * Owns the key of a lane's set-up: a digest of `lanes.setup` and of all files in a tree that can decide what it installs:
 * lock files, manifests, settings of package managers, patches, and `lanes.setupInputs`. The mark in
 * the lane's git folder holds the key that the installed files belong to. A lane without a mark belongs to no tree.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { CommitHash, TreeHash } from '@harness/core/kernel/ids'
import type { LanesConfig } from '@harness/formats/config/harness-config'
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
const patches = /(^|\/)(patches|\.yarn\/patches)\//

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

/** Differs whenever set-up could install something else. */
export async function setUpKey(
  lane: string,
  tree: CommitHash | TreeHash,
  { setup, setupInputs }: SetUp,
): Promise<string> {
  const called = new Set(setup.flatMap(wordsOf))
  return digest([setup, await setUpInputs(lane, tree, setupInputs, called)])
}

/** A script that a line of set-up names decides what that installs. */
const wordsOf = (line: string): readonly string[] =>
  line.split(/[\s'"=;&|()<>]+/).map((word) => word.replace(/^(?:\.\/)+/, ''))

/** The files of a tree that set-up goes by, at any depth, with their contents' hashes. */
export async function setUpInputs(
  lane: string,
  tree: CommitHash | TreeHash,
  named: readonly string[],
  called: ReadonlySet<string> = new Set(),
): Promise<readonly string[]> {
  const { stdout } = await gitOk(lane, ['ls-tree', '-r', '-z', '--full-tree', tree])
  const isNamed = (path: string): boolean =>
    named.some((input) => path === input || path.startsWith(`${input.replace(/\/$/, '')}/`))
  // Set-up fetches submodules too: at another commit they are other dependencies.
  return stdout.split('\0').filter((line) => {
    const path = line.slice(line.indexOf('\t') + 1)
    return line.startsWith('160000 ') || isInput(path) || isNamed(path) || called.has(path)
  })
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
