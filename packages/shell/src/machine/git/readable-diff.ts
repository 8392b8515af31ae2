/** Shows the difference of two commits to a reader: which files changed by how much, and the lines themselves. */
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pid } from 'node:process'
import { git, gitOk } from './git.ts'
import { pathText, shownPath } from './path-text.ts'
import { safeRevision } from './refs.ts'

export interface ListedFile {
  /** For people to read, as `oldPath` is. */
  readonly path: string
  /** Null if it did not move. */
  readonly oldPath: string | null
  /** One letter, as git has it: A, D, M, R, T. */
  readonly status: string
  /** Null of a binary file. */
  readonly lines: { readonly added: number; readonly removed: number } | null
}

/** The commit that both have in common; `from` itself if there is none. */
export async function commonBase(cwd: string, from: string, to: string): Promise<string> {
  const { exitCode, stdout } = await git(cwd, ['merge-base', safeRevision(from), safeRevision(to)])
  const [common = ''] = stdout.split('\n')
  return exitCode === 0 && common !== '' ? common : from
}

export async function listedFiles(cwd: string, from: string, to: string): Promise<readonly ListedFile[]> {
  const args = ['diff', '--raw', '--numstat', '-z', '--find-renames', safeRevision(from), safeRevision(to)]
  return filesIn(pathText((await gitOk(cwd, [...args, '--'])).bytes).split('\0'))
}

/** Git prints a row for each file, and then a row with its lines for each file, in the same order. */
function filesIn(fields: readonly string[]): readonly ListedFile[] {
  const rows: Omit<ListedFile, 'lines'>[] = []
  let at = 0
  for (; fields[at]?.startsWith(':') === true; at += 2) {
    const status = fields[at]?.split(' ').at(-1)?.slice(0, 1) ?? ''
    const [first = '', second = ''] = [fields[at + 1], fields[at + 2]].map((path) => shownPath(path ?? ''))
    const isMove = status === 'R' || status === 'C'
    rows.push({ status, path: isMove ? second : first, oldPath: isMove ? first : null })
    if (isMove) at++
  }
  return rows.map((row) => {
    const [added = '-', removed = '-'] = (fields[at] ?? '').split('\t')
    at += row.oldPath === null ? 1 : 3
    return { ...row, lines: added === '-' ? null : { added: Number(added), removed: Number(removed) } }
  })
}

export interface ReadableDiff {
  readonly text: string
  /** Of the whole diff. */
  readonly bytes: number
  /** If only its beginning is in `text`. */
  readonly isCut: boolean
}

/** Of binary files it only says that they differ. The whole diff may be of any length: it goes through a file. */
export async function readableDiff(
  cwd: string,
  from: string,
  to: string,
  mostBytes: number,
): Promise<ReadableDiff> {
  const scratch = await mkdtemp(join(tmpdir(), `harness-diff-${pid}-`))
  try {
    const file = await open(join(scratch, 'diff'), 'wx+', 0o600)
    try {
      const args = ['diff', '--find-renames', '--src-prefix=a/', '--dst-prefix=b/']
      await gitOk(cwd, [...args, safeRevision(from), safeRevision(to), '--'], { stdoutFd: file.fd })
      const { size } = await file.stat()
      const beginning = Buffer.alloc(Math.min(size, mostBytes))
      await file.read(beginning, 0, beginning.length, 0)
      const isCut = size > mostBytes
      // A line that is cut could hold half of a secret.
      const end = isCut ? beginning.lastIndexOf(0x0a) + 1 : beginning.length
      return { text: beginning.subarray(0, end).toString('utf8'), bytes: size, isCut }
    } finally {
      await file.close()
    }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}
