/**
 * Brings the environment of a lane that is used again up to what its new commit asks for: set-up runs again only where
 * a lock file differs from the one it last ran with, so that installed dependencies are kept while they fit.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { CommitHash } from '@harness/core/ids'
import { durableReplace } from '../disk/durable-write.ts'
import { gitOk } from '../git/git.ts'
import { gitDirsAt } from '../git/git-dirs.ts'
import type { LanePorts } from './lane-ports.ts'
import type { LaneRecord } from './lane-record.ts'
import { runSetUp } from './run-set-up.ts'

/** What decides which dependencies are installed, by the tools that set-up commonly calls. */
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
  'Gemfile.lock',
  'composer.lock',
  'poetry.lock',
  'uv.lock',
  'Pipfile.lock',
  'requirements.txt',
  'mix.lock',
  'pubspec.lock',
  'Package.resolved',
  'gradle.lockfile',
  '.tool-versions',
])

const markName = 'harness-set-up'

/** Safe to repeat: what set-up last ran with is written only after it has run to its end. */
export async function furnishAnew(
  record: LaneRecord,
  commit: CommitHash,
  signal: AbortSignal,
  ports: LanePorts,
): Promise<void> {
  if (ports.lanes.setup.length === 0) return
  const wanted = await locksAt(record.path, commit, ports.lanes.setup)
  if ((await locksBefore(record.path)) === wanted) return
  await runSetUp(record, signal, ports)
  await durableReplace(markPath(record.path), wanted)
}

/** Says that set-up has just run to its end for this commit. */
export async function markSetUp(
  { path }: LaneRecord,
  commit: CommitHash,
  { lanes }: LanePorts,
): Promise<void> {
  if (lanes.setup.length > 0) await durableReplace(markPath(path), await locksAt(path, commit, lanes.setup))
}

const markPath = (lane: string): string => join(gitDirsAt(lane).gitDir, markName)

const locksBefore = (lane: string): Promise<string | null> =>
  readFile(markPath(lane), 'utf8').catch(() => null)

/** Tells apart what set-up would do at two commits. */
export async function locksAt(lane: string, commit: CommitHash, setup: readonly string[]): Promise<string> {
  const { stdout } = await gitOk(lane, ['ls-tree', '-r', '-z', '--full-tree', commit])
  // Set-up fetches submodules too: at another commit they are other dependencies.
  const isLock = (line: string): boolean =>
    line.startsWith('160000 ') || lockFiles.has(basename(line.split('\t')[1] ?? ''))
  const locks = stdout.split('\0').filter(isLock)
  return createHash('sha256')
    .update(JSON.stringify([setup, locks]))
    .digest('hex')
}
