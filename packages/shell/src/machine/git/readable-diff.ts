/** Shows the difference of two commits to a reader: which files changed by how much, and the lines themselves. */
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pid } from 'node:process'
import { isAncestorInFiles } from './commit-object.ts'
import { git, gitOk } from './git.ts'
import { gitDirsAt } from './git-dirs.ts'
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
  if (isAncestorInFiles(gitDirsAt(cwd), from, to) === true) return from
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
  /** How many of its files are not whole in `text`; null if all of it is there. */
  readonly cut: { readonly files: number; readonly of: number } | null
}

/** What is kept of a diff that is too long. */
export interface DiffLimits {
  readonly bytes: number
  readonly bytesOfFile: number
}

/** Of these files only; of all if none is named. Of binary files it only says that they differ. The whole diff may be of any length: it goes through a file. */
export async function readableDiff(
  cwd: string,
  from: string,
  to: string,
  limits: DiffLimits,
  only: readonly string[] = [],
): Promise<ReadableDiff> {
  const scratch = await mkdtemp(join(tmpdir(), `harness-diff-${pid}-`))
  try {
    const file = await open(join(scratch, 'diff'), 'wx+', 0o600)
    try {
      const paths = only.map((path) => `:(literal)${path}`)
      const args = ['diff', '--find-renames', '--src-prefix=a/', '--dst-prefix=b/']
      await gitOk(cwd, [...args, safeRevision(from), safeRevision(to), '--', ...paths], { stdoutFd: file.fd })
      const { size } = await file.stat()
      if (size > limits.bytes) return { bytes: size, ...(await beginnings(file, size, limits)) }
      return { text: (await piece(file, 0, size)).toString('utf8'), bytes: size, cut: null }
    } finally {
      await file.close()
    }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

const nextFile = Buffer.from('\ndiff --git ')
const pieceBytes = 1024 * 1024

/** The start of the diff of each file, and the end of the last one. */
async function boundsOfFiles(file: FileHandle, size: number): Promise<readonly number[]> {
  const bounds = [0]
  // The pieces overlap: a mark may be cut in two.
  const overlap = nextFile.length - 1
  for (let at = 0; at < size; at += pieceBytes) {
    const data = await piece(file, at, Math.min(pieceBytes + overlap, size - at))
    for (let mark = data.indexOf(nextFile); mark !== -1; mark = data.indexOf(nextFile, mark + 1))
      bounds.push(at + mark + 1)
  }
  return [...bounds, size]
}

/** The beginning of every file: one long file does not push out the others. */
async function beginnings(
  file: FileHandle,
  size: number,
  limits: DiffLimits,
): Promise<Pick<ReadableDiff, 'text' | 'cut'>> {
  const bounds = await boundsOfFiles(file, size)
  const sections = bounds
    .slice(1)
    .map((end, index) => ({ at: bounds[index] ?? 0, length: end - (bounds[index] ?? 0) }))
  const share = fairShare(
    sections.map(({ length }) => length),
    limits,
  )
  const kept: Buffer[] = []
  let cutFiles = 0
  for (const { at, length } of sections) {
    const isCut = length > share
    const data = await piece(file, at, isCut ? Math.min(length, Math.max(share, longestHeader)) : length)
    kept.push(...(isCut ? [beginning(data, share), Buffer.from('… (cut)\n')] : [data]))
    if (isCut) cutFiles++
  }
  return { text: Buffer.concat(kept).toString('utf8'), cut: { files: cutFiles, of: sections.length } }
}

/** What each file may have: what small files do not need is left for the others. */
function fairShare(lengths: readonly number[], { bytes, bytesOfFile }: DiffLimits): number {
  const ascending = [...lengths].sort((one, other) => one - other)
  let room = bytes
  for (const [index, length] of ascending.entries()) {
    const share = Math.floor(room / (ascending.length - index))
    if (length > share) return Math.min(share, bytesOfFile)
    room -= length
  }
  return bytesOfFile
}

const longestHeader = 8 * 1024

/** Whole lines, as a line that is cut could hold half of a secret. The lines before the first hunk always stay. */
function beginning(data: Buffer, share: number): Buffer {
  const hunk = data.indexOf('\n@@ ')
  const header = (hunk === -1 ? data.indexOf('\n') : hunk) + 1
  return data.subarray(0, Math.max(header, data.subarray(0, share).lastIndexOf('\n') + 1))
}

async function piece(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, at)
  return bytes.subarray(0, bytesRead)
}
