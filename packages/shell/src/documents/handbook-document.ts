/**
 * Reads the handbook of a repository and ticks its boxes. A tick changes one byte in place, so that whatever else
 * people do to the file stays as they left it.
 */
import {
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { UserError } from '@harness/core/user-error'
import { type DispatchedPrompt, findBox, type TickRefusal } from '@harness/formats/handbook/find-box'
import { parseHandbook, type ReadHandbook } from '@harness/formats/handbook/parse-handbook'
import { diskError } from '../files/disk-error.ts'
import { PathRefusedError } from '../files/resolve-inside.ts'

export const handbookFile = 'IMPECCABLE_HANDBOOK.md'

export interface HandbookDocument extends ReadHandbook {
  readonly text: string
  /** What the text was read from. */
  readonly bytes: Buffer
  /** Where the mark of each box is in `bytes`, by where it is in `text`. */
  readonly marks: ReadonlyMap<number, number>
  /** By what the file is known to be the same without being read; null where it was changed shortly before. */
  readonly stamp: FileStamp | null
}

type FileStamp = Readonly<Record<(typeof stampFields)[number], bigint>>

const stampFields = ['dev', 'ino', 'size', 'mtimeNs', 'ctimeNs'] as const

/** Two changes within this time may bear the same times: file systems count in steps of up to two seconds. */
const settledMs = 2_500

export type Tick =
  | { readonly type: 'ticked' }
  | { readonly type: 'refused'; readonly reason: TickRefusal; readonly line: number | null }

/** Somebody who saves again and again is given way to this often. */
const mostAttempts = 50
const ticked = Buffer.from('x')
const openBox = Buffer.from('[ ]')

/** Null where there is no handbook. */
export function readHandbook(repoRoot: string): HandbookDocument | null {
  const opened = openHandbook(repoRoot, constants.O_RDONLY)
  if (opened === null) return null
  try {
    return readOpened(opened)
  } finally {
    closeSync(opened)
  }
}

function readOpened(opened: number): HandbookDocument {
  const before = stampOf(opened)
  const document = handbookOf(readFileSync(opened))
  const changed = Math.max(Number(before.mtimeNs), Number(before.ctimeNs)) / 1e6
  const isSettled = changed < Date.now() - settledMs && isSame(before, stampOf(opened))
  return { ...document, stamp: isSettled ? before : null }
}

function stampOf(opened: number): FileStamp {
  const { dev, ino, size, mtimeNs, ctimeNs } = fstatSync(opened, { bigint: true })
  return { dev, ino, size, mtimeNs, ctimeNs }
}

const isSame = (one: FileStamp, other: FileStamp): boolean =>
  stampFields.every((field) => one[field] === other[field])

/**
 * Ticks the prompt that was dispatched: finds its box in the file as it is now, changes the one byte and syncs it.
 * Refuses where the prompt is not what was dispatched any more. Repeated, it answers `already-done`. `walked` is a
 * document read before: where the file has not changed since, it is not walked again.
 */
export function tickPrompt(
  repoRoot: string,
  dispatched: DispatchedPrompt,
  walked: HandbookDocument | null = null,
): Tick {
  let seen = walked ?? readHandbook(repoRoot)
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    if (seen === null) return { type: 'refused', reason: 'missing', line: null }
    const box = findBox(seen.handbook, dispatched)
    const markAt = box.type === 'open' ? (seen.marks.get(box.markOffset) ?? null) : null
    const opened = openHandbook(repoRoot, constants.O_RDWR)
    if (opened === null) return { type: 'refused', reason: 'missing', line: null }
    try {
      // Walking takes time, this hardly any: between it and the write nobody saves.
      const other = isKnownByStamp(opened, seen) ? null : readFileSync(opened)
      if (other !== null && !other.equals(seen.bytes)) {
        seen = { ...handbookOf(other), stamp: null }
        continue
      }
      if (box.type === 'refused') return box
      if (!isOpenBox(opened, markAt)) {
        seen = readHandbook(repoRoot)
        continue
      }
      writeSync(opened, ticked, 0, 1, markAt)
      fdatasyncSync(opened)
      // An editor that saves by renaming may have put its own file there in between, without the tick.
      if (isStill(repoRoot, fstatSync(opened, { bigint: true }).ino)) return { type: 'ticked' }
    } catch (error) {
      throw diskError(error, handbookFile)
    } finally {
      closeSync(opened)
    }
    seen = readHandbook(repoRoot)
  }
  throw new UserError(
    'handbook-busy',
    `${handbookFile} changed each time its box ${dispatched.id} was about to be ticked.`,
    {
      next: 'Let go of the file (an editor or a sync program keeps saving it), then give the same command again.',
    },
  )
}

const isKnownByStamp = (opened: number, { stamp }: HandbookDocument): boolean =>
  stamp !== null && isSame(stamp, stampOf(opened))

function isOpenBox(opened: number, markAt: number | null): boolean {
  if (markAt === null) return false
  const there = Buffer.alloc(openBox.length)
  readSync(opened, there, 0, there.length, markAt - 1)
  return there.equals(openBox)
}

const isStill = (repoRoot: string, ino: bigint): boolean =>
  statSync(join(repoRoot, handbookFile), { bigint: true, throwIfNoEntry: false })?.ino === ino

function handbookOf(bytes: Buffer): Omit<HandbookDocument, 'stamp'> {
  let text: string
  try {
    // A byte order mark stays, so that offsets are those of the file.
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new UserError('handbook-invalid', `${handbookFile} is not text in UTF-8.`, {
      next: `Save ${handbookFile} as UTF-8, then check it with: harness handbook lint`,
      cause,
    })
  }
  const read = parseHandbook(text, handbookFile)
  return { ...read, text, bytes, marks: marksOf(read, text) }
}

/** In one walk over the text: a tick has no time to count from its beginning. */
function marksOf({ handbook }: ReadHandbook, text: string): ReadonlyMap<number, number> {
  const offsets = handbook.phases
    .flatMap(({ prompts, close }) => [...prompts.map(({ box }) => box), close?.box ?? null])
    .flatMap((box) => (box === null ? [] : [box.markOffset]))
    .sort((a, b) => a - b)
  const marks = new Map<number, number>()
  let [counted, bytes] = [0, 0]
  for (const offset of offsets) {
    bytes += Buffer.byteLength(text.slice(counted, offset))
    counted = offset
    marks.set(offset, bytes)
  }
  return marks
}

function openHandbook(repoRoot: string, access: number): number | null {
  try {
    // Not to be kept waiting by a pipe that was put in the file's place.
    const opened = openSync(
      join(repoRoot, handbookFile),
      access | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    )
    if (fstatSync(opened).isFile()) return opened
    closeSync(opened)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    if (code !== 'ELOOP' && code !== 'EISDIR' && code !== 'ENXIO') throw error
  }
  throw new PathRefusedError(`path ${JSON.stringify(handbookFile)} is a link, a folder or a device`)
}
