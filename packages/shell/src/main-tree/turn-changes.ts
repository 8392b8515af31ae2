/**
 * Tells what was changed in the checkout during an agent's turn. The checkout is a person's: what they had not committed
 * when the turn began is part of what is remembered of it, so that it is neither taken for the agent's nor lost. What is
 * remembered survives a crash: a turn that is begun again is held against the first beginning.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunAgent } from '@harness/core/command'
import { asCommitHash, asTreeHash, type CommitHash, type TreeHash } from '@harness/core/ids'
import { callFolder } from '../agents/call-folder.ts'
import { makeDir } from '../disk/durable-dir.ts'
import { durableReplace } from '../disk/durable-write.ts'
import { git, gitOk } from '../git/git.ts'
import { safeRevision } from '../git/refs.ts'
import { keptTree, readingAlso } from '../git/working-tree.ts'
import { laneHead } from '../lanes/lane-head.ts'

export interface TurnBeginning {
  readonly branch: string | null
  readonly head: CommitHash
  /** Everything that git does not ignore, committed or not. */
  readonly tree: TreeHash
}

/** A file before and after: mode and hash as git names them, null where it is not there. */
export interface TurnChange {
  readonly path: string
  readonly before: string | null
  readonly after: string | null
}

interface TurnPorts {
  readonly repoRoot: string
  readonly runDir: string
}

/** Where the run keeps the files of the checkout as they were when its turns began. */
export const turnObjects = (runDir: string): string => join(runDir, 'main-tree', 'objects')

export async function turnBeginning(
  { id }: RunAgent,
  isRepeated: boolean,
  { repoRoot, runDir }: TurnPorts,
): Promise<TurnBeginning> {
  const folder = callFolder(runDir, id)
  const file = join(folder, 'beginning.json')
  const known = isRepeated ? await readBeginning(file, repoRoot, runDir) : null
  if (known !== null) return known
  const { branch, commit } = await laneHead(repoRoot)
  const tree = await keptTree(repoRoot, turnObjects(runDir))
  const beginning = { branch, head: commit ?? asCommitHash(''), tree }
  await makeDir(folder)
  await durableReplace(file, `${JSON.stringify(beginning)}\n`)
  return beginning
}

async function readBeginning(file: string, repoRoot: string, runDir: string): Promise<TurnBeginning | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return null
  const { branch, head, tree } = JSON.parse(text) as { branch: string | null; head: string; tree: string }
  const env = readingAlso(turnObjects(runDir))
  const isThere = await git(repoRoot, ['cat-file', '-e', safeRevision(`${tree}^{tree}`)], { env })
  return isThere.exitCode === 0 ? { branch, head: asCommitHash(head), tree: asTreeHash(tree) } : null
}

/** All that differs between two trees of the checkout, in the order of their names. */
export async function changesBetween(
  from: string,
  to: string,
  { repoRoot, runDir }: TurnPorts,
): Promise<readonly TurnChange[]> {
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--full-index', '--end-of-options']
  const { stdout } = await gitOk(repoRoot, [...args, safeRevision(from), safeRevision(to), '--'], {
    env: readingAlso(turnObjects(runDir)),
  })
  const fields = stdout.split('\0')
  const changes: TurnChange[] = []
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [oldMode = '', newMode = '', oldHash = '', newHash = ''] = fields[at]?.slice(1).split(' ') ?? []
    changes.push({
      path: fields[at + 1] ?? '',
      before: entry(oldMode, oldHash),
      after: entry(newMode, newHash),
    })
  }
  return changes
}

const entry = (mode: string, hash: string): string | null => (mode === '000000' ? null : `${mode} ${hash}`)
