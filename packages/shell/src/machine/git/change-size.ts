/** Counts what is between two commits: files, and lines added and removed. */
import type { FileChange } from '@harness/core/effects/measure-change'
import type { ChangeSize } from '@harness/core/effects/merge-lane'
import type { CommitHash } from '@harness/core/kernel/ids'
import { git, gitOk } from './git.ts'

const numstat = (from: CommitHash, to: CommitHash): string[] => [
  'diff',
  '--numstat',
  '-z',
  '--no-renames',
  from,
  to,
]

/** Null if git cannot tell, such as for commits that are gone. */
export async function changeSize(cwd: string, from: CommitHash, to: CommitHash): Promise<ChangeSize | null> {
  const { exitCode, stdout } = await git(cwd, numstat(from, to))
  if (exitCode !== 0) return null
  const files = rowsOf(stdout)
  const sum = (column: 'added' | 'removed'): number => files.reduce((total, file) => total + file[column], 0)
  return { files: files.length, added: sum('added'), removed: sum('removed') }
}

/** File by file. */
export const fileChanges = async (
  cwd: string,
  from: CommitHash,
  to: CommitHash,
): Promise<readonly FileChange[]> => {
  const rows = rowsOf((await gitOk(cwd, numstat(from, to))).stdout)
  const { stdout } = await gitOk(cwd, ['diff', '--name-status', '-z', '--no-renames', from, to])
  const named = stdout.split('\0')
  const letters = new Map(named.flatMap((path, index) => (index % 2 === 1 ? [[path, named[index - 1]]] : [])))
  return rows.map((row) => ({ ...row, how: howOf(letters.get(row.path)) }))
}

function howOf(letter: string | undefined): NonNullable<FileChange['how']> {
  if (letter === 'A') return 'created'
  return letter === 'D' ? 'deleted' : 'modified'
}

/** Of a binary file git counts no lines. */
const rowsOf = (stdout: string): readonly FileChange[] =>
  stdout
    .split('\0')
    .map((row) => /^(\d+|-)\t(\d+|-)\t([\s\S]+)$/.exec(row))
    .filter((row) => row !== null)
    .map(([, added, removed, path = '']) => ({
      path,
      added: Number(added) || 0,
      removed: Number(removed) || 0,
    }))
