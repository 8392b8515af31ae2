/**
 * Reads the handbook of a repository and ticks its boxes. A tick changes one byte in place, so that whatever else
 * people do to the file stays as they left it. What was read last is kept: a file that holds the same bytes is not
 * walked again.
 */
import { closeSync, readFileSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '@harness/core/kernel/user-error'
import type { DispatchedPrompt, TickRefusal } from '@harness/formats/documents/handbook/find-box'
import { diskError } from '../../machine/disk/disk-error.ts'
import {
  type BoxDisk,
  boxDisk,
  type FileStamp,
  handbookFile,
  type OpenHandbook,
  openHandbook,
  type StampRules,
  stampRules,
} from './open-handbook.ts'
import { type HandbookDocument, tickedMark, WalkedHandbook } from './walked-handbook.ts'

export type Tick =
  /** With the digests of the document that the box was found in, without and with the tick. */
  | { readonly type: 'ticked'; readonly before: string; readonly after: string }
  | {
      readonly type: 'refused'
      readonly reason: TickRefusal
      readonly line: number | null
      /** Of the document as it is; null if there is none. */
      readonly digest: string | null
    }

/** The harness gives way to a person who keeps saving this often. */
const mostAttempts = 50
const openBox = Buffer.from('[ ]')
const tickedBox = Buffer.from('[x]')
const missing: Tick = { type: 'refused', reason: 'missing', line: null, digest: null }

export class KnownHandbook {
  readonly #repoRoot: string
  readonly #rules: StampRules
  readonly #disk: BoxDisk
  #walked: WalkedHandbook | null = null
  /** By which the file is seen to hold what was walked without being read; null if it was changed shortly before. */
  #stamp: FileStamp | null = null

  constructor(repoRoot: string, rules: StampRules = stampRules, disk: BoxDisk = boxDisk) {
    this.#repoRoot = repoRoot
    this.#rules = rules
    this.#disk = disk
  }

  /** Null if there is no handbook. */
  read(): HandbookDocument | null {
    const file = openHandbook(this.#repoRoot, 'read')
    if (file === null) return null
    try {
      return this.#look(file).walked.document
    } finally {
      closeSync(file.descriptor)
    }
  }

  /**
   * Ticks the prompt that was dispatched: finds its box in the file as it is now, changes the one byte and syncs it.
   * Refuses where the prompt is not what was dispatched any more. Repeated, it answers `already-done`.
   */
  tick(dispatched: DispatchedPrompt): Tick {
    for (let attempt = 1; attempt <= mostAttempts; attempt++) {
      const file = openHandbook(this.#repoRoot, 'write')
      if (file === null) return missing
      try {
        const tick = this.#tickIn(file, dispatched)
        if (tick !== null) return tick
      } catch (error) {
        throw diskError(error, handbookFile)
      } finally {
        closeSync(file.descriptor)
      }
    }
    throw new UserError(
      'handbook-busy',
      `${handbookFile} changed each time its box ${dispatched.id} was about to be ticked.`,
      {
        next: 'Let go of the file (an editor or a sync program keeps saving it), then give the same command again.',
      },
    )
  }

  /** Null if it is to be tried again. */
  #tickIn(file: OpenHandbook, dispatched: DispatchedPrompt): Tick | null {
    const { walked, isKnown } = this.#look(file)
    // Walking takes time, comparing hardly any: so that no editor saves between the look and the write.
    if (!isKnown) return null
    const { digest } = walked.document
    const box = walked.find(dispatched)
    if (box.type === 'refused') return { ...box, digest }
    const markAt = walked.markAt(box.markOffset)
    if (!holdsAt(file, markAt, openBox)) {
      this.#forget()
      return null
    }
    this.#disk.mark(file.descriptor, tickedMark, markAt)
    this.#disk.sync(file.descriptor)
    if (!holdsAt(file, markAt, tickedBox)) {
      if (!holdsAt(file, markAt, openBox)) throw savedMeanwhile(dispatched.id, markAt)
      this.#forget()
      return null
    }
    // An editor that saves by renaming may have put its own file there in between, without the tick.
    if (!this.#isStill(file)) return null
    walked.tick(dispatched.id, box.markOffset)
    this.#stamp = null
    return { type: 'ticked', before: digest, after: walked.document.digest }
  }

  /** What the file holds, and whether it was known without being walked. */
  #look({ descriptor, stamp }: OpenHandbook): { readonly walked: WalkedHandbook; readonly isKnown: boolean } {
    const known = this.#walked
    if (known !== null && this.#stamp !== null && this.#rules.isSame(this.#stamp, stamp))
      return { walked: known, isKnown: true }
    this.#forget()
    const isStampEnough = this.#rules.isSettled(stamp)
    const bytes = readFileSync(descriptor)
    const isKnown = known?.holds(bytes) ?? false
    const walked = known !== null && isKnown ? known : new WalkedHandbook(bytes)
    this.#walked = walked
    this.#stamp = isStampEnough ? stamp : null
    return { walked, isKnown }
  }

  #forget(): void {
    this.#walked = null
    this.#stamp = null
  }

  #isStill({ stamp }: OpenHandbook): boolean {
    const there = statSync(join(this.#repoRoot, handbookFile), { bigint: true, throwIfNoEntry: false })
    return there?.ino === stamp.ino && there.dev === stamp.dev
  }
}

function holdsAt({ descriptor }: OpenHandbook, markAt: number, box: Buffer): boolean {
  const there = Buffer.alloc(box.length)
  readSync(descriptor, there, 0, there.length, markAt - 1)
  return there.equals(box)
}

/** Who saves in place between the last look and the write cannot be kept from it: at least it does not pass for a tick. */
const savedMeanwhile = (id: string, markAt: number): UserError =>
  new UserError(
    'handbook-busy',
    `${handbookFile} was saved in the very moment in which the box of ${id} was ticked.`,
    {
      next: `Look for a wrong x at byte ${markAt} of the file, and correct it; then give the same command again.`,
    },
  )
