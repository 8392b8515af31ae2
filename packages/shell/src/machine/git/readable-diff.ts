/** Shows the difference of two commits to a reader: which files changed by how much, and the lines themselves. */
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
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
  /** If something is missing in `text`. */
  readonly isCut: boolean
}

/** What is kept of a diff that is too long. */
export interface DiffLimits {
  readonly bytes: number
  readonly bytesOfFile: number
}

/** Of binary files it only says that they differ. The whole diff may be of any length: it goes through a file. */
export async function readableDiff(
  cwd: string,
  from: string,
  to: string,
  limits: DiffLimits,
): Promise<ReadableDiff> {
  const scratch = await mkdtemp(join(tmpdir(), `harness-diff-${pid}-`))
  try {
    const file = await open(join(scratch, 'diff'), 'wx+', 0o600)
    try {
      const args = ['diff', '--find-renames', '--src-prefix=a/', '--dst-prefix=b/']
      await gitOk(cwd, [...args, safeRevision(from), safeRevision(to), '--'], { stdoutFd: file.fd })
      const { size } = await file.stat()
      const isCut = size > limits.bytes
      const kept = isCut ? await beginnings(file, size, limits) : await piece(file, 0, size)
      return { text: kept.toString('utf8'), bytes: size, isCut }
    } finally {
      await file.close()
    }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

const nextFile = Buffer.from('\ndiff --git ')
const pieceBytes = 1024 * 1024

/** The beginning of each file, as far as there is room: one long file does not push out the others. */
async function beginnings(file: FileHandle, size: number, limits: DiffLimits): Promise<Buffer> {
  const kept = keptFiles(limits)
  let rest: Buffer = Buffer.alloc(0)
  for (let at = 0; at < size; at += pieceBytes) {
    const data = Buffer.concat([rest, await piece(file, at, Math.min(pieceBytes, size - at))])
    let begin = 0
    for (let mark = data.indexOf(nextFile); mark !== -1; mark = data.indexOf(nextFile, begin)) {
      kept.add(data.subarray(begin, mark + 1))
      kept.endFile()
      begin = mark + 1
    }
    const isLast = at + pieceBytes >= size
    // A mark may be cut in two here.
    const end = isLast ? data.length : Math.max(begin, data.length - nextFile.length + 1)
    kept.add(data.subarray(begin, end))
    rest = data.subarray(end)
  }
  kept.endFile()
  return kept.all()
}

function keptFiles({ bytes, bytesOfFile }: DiffLimits) {
  const files: Buffer[] = []
  let room = bytes
  let left = Math.min(bytesOfFile, room)
  let parts: Buffer[] = []
  let isCut = false
  return {
    add(part: Buffer): void {
      if (part.length > left) isCut = true
      parts.push(Buffer.from(part.subarray(0, left)))
      left -= Math.min(left, part.length)
    },
    endFile(): void {
      const whole = Buffer.concat(parts)
      // A line that is cut could hold half of a secret.
      const text = isCut ? whole.subarray(0, whole.lastIndexOf(0x0a) + 1) : whole
      if (text.length > 0) files.push(text, ...(isCut ? [Buffer.from('… (cut)\n')] : []))
      room -= text.length
      left = Math.min(bytesOfFile, room)
      parts = []
      isCut = false
    },
    all: (): Buffer => Buffer.concat(files),
  }
}

async function piece(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, at)
  return bytes.subarray(0, bytesRead)
}
