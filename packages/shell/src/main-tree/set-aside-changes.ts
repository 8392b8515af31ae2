/**
 * Takes out of the checkout what an agent changed there against its role: kept as a patch, then each file is as it was
 * when the turn began, uncommitted edits of the user's included. Every file that is put back is written down, so that a
 * turn beside it is not blamed for that.
 */
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pid } from 'node:process'
import { makeDir } from '../disk/durable-dir.ts'
import { removeInside } from '../files/inside.ts'
import { writePatch } from '../git/changes.ts'
import { gitOk } from '../git/git.ts'
import { safeRevision } from '../git/refs.ts'
import { readingAlso } from '../git/working-tree.ts'
import { type Keeping, keepPatch } from '../lanes/keep-patch.ts'
import { type TurnBeginning, type TurnChange, turnObjects } from './turn-changes.ts'

type Ports = Keeping & { readonly repoRoot: string }

/** Where the patch is. `after` is the tree that the changes lead to. */
export async function setAsideChanges(
  changes: readonly TurnChange[],
  { tree: before }: TurnBeginning,
  after: string,
  ports: Ports,
  purpose: string,
): Promise<string> {
  const { repoRoot, runDir } = ports
  const env = { ...readingAlso(turnObjects(runDir)), GIT_LITERAL_PATHSPECS: '1' }
  const paths = changes.map(({ path }) => path)
  const patch = await keepPatch(ports, purpose, (file) =>
    writePatch(file, repoRoot, before, after, { paths, env }),
  )
  await writeDown(changes, runDir)
  for (const { path, before: was } of changes) if (was === null) await removeInside(repoRoot, path)
  await restore(
    changes.filter((change) => change.before !== null),
    before,
    ports,
  )
  return patch?.file ?? ''
}

async function restore(
  changes: readonly TurnChange[],
  before: string,
  { repoRoot, runDir }: Ports,
): Promise<void> {
  if (changes.length === 0) return
  const scratch = await mkdtemp(join(tmpdir(), `harness-index-${pid}-`))
  try {
    const env = {
      ...readingAlso(turnObjects(runDir)),
      GIT_INDEX_FILE: join(scratch, 'index'),
      GIT_LITERAL_PATHSPECS: '1',
    }
    await gitOk(repoRoot, ['read-tree', safeRevision(before)], { env })
    const only = ['--worktree', '--pathspec-from-file=-', '--pathspec-file-nul']
    await gitOk(repoRoot, ['restore', '--quiet', `--source=${safeRevision(before)}`, ...only], {
      env,
      stdin: changes.map(({ path }) => `${path}\0`).join(''),
    })
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

const putBackFile = (runDir: string): string => join(runDir, 'main-tree', 'put-back.ndjson')

async function writeDown(changes: readonly TurnChange[], runDir: string): Promise<void> {
  await makeDir(join(runDir, 'main-tree'))
  const lines = changes.map(({ path, before, after }) => JSON.stringify({ path, from: after, to: before }))
  await appendFile(putBackFile(runDir), `${lines.join('\n')}\n`)
}

/** The changes without those that are nothing but another turn's being put back. */
export async function withoutPutBack(
  changes: readonly TurnChange[],
  runDir: string,
): Promise<readonly TurnChange[]> {
  const text = await readFile(putBackFile(runDir), 'utf8').catch(() => '')
  const known = new Set(text.split('\n'))
  return changes.filter(
    ({ path, before, after }) => !known.has(JSON.stringify({ path, from: before, to: after })),
  )
}
