/**
 * Reads a file and patches it in place, so that people's other changes to the file stay as they are. Keeps the last
 * walk as a memo: a file that holds the same bytes is not walked again.
 */
import { closeSync, readFileSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '@harness/core/kernel/user-error'
import type { Applied, EditWorld, Patch } from '@harness/formats/documents/codec/document-codec'
import { diskError } from '../../machine/disk/disk-error.ts'
import {
  type FileStamp,
  type OpenFile,
  openPlainFile,
  type PatchDisk,
  type PlainFile,
  patchDisk,
  type StampRules,
  stampRules,
} from './open-plain-file.ts'
import { type FileContent, type InPlaceCodec, inPlaceOf, WalkedFile } from './walked-file.ts'

export type PatchedFile<Walked> =
  /** With the digests of the file without and with the patch; the same if the edit stood there already. */
  | { readonly type: 'patched'; readonly before: string; readonly after: string }
  | Extract<Applied<Walked>, { readonly type: 'refused' }>

/** An editor that saves again and again is given way to this often. */
const mostAttempts = 50

export class KnownFile<Edit, Walked> {
  readonly #file: PlainFile
  readonly #codec: InPlaceCodec<Edit, Walked>
  readonly #rules: StampRules
  readonly #disk: PatchDisk
  #walked: WalkedFile<Edit, Walked> | null = null
  /** Tells that the file holds what was walked, without reading it; null if the file was changed shortly before. */
  #stamp: FileStamp | null = null

  constructor(
    place: Pick<PlainFile, 'root' | 'path'>,
    codec: InPlaceCodec<Edit, Walked>,
    rules: StampRules = stampRules,
    disk: PatchDisk = patchDisk,
  ) {
    this.#file = { ...place, called: codec.format }
    this.#codec = codec
    this.#rules = rules
    this.#disk = disk
  }

  /** Null if there is no such file. */
  read(): FileContent<Walked> | null {
    const file = openPlainFile(this.#file, 'read')
    if (file === null) return null
    try {
      return this.#look(file).walked.content
    } finally {
      closeSync(file.descriptor)
    }
  }

  /**
   * Makes an edit in the file as it is now and syncs it. Refuses if the edit does not fit any more. Repeated, an edit
   * that stands there is patched already.
   */
  edit(edit: Edit, world: EditWorld): PatchedFile<Walked> {
    for (let attempt = 1; attempt <= mostAttempts; attempt++) {
      const file = openPlainFile(this.#file, 'write')
      if (file === null) return this.#editMissing(edit, world)
      try {
        const edited = this.#editIn(file, edit, world)
        if (edited !== null) return edited
      } catch (error) {
        throw diskError(error, this.#file.path)
      } finally {
        closeSync(file.descriptor)
      }
    }
    throw this.#busy(
      `${this.#file.path} changed each time it was about to be edited.`,
      'Let go of the file (an editor or a sync program keeps saving it), then give the same command again.',
    )
  }

  #editMissing(edit: Edit, world: EditWorld): PatchedFile<Walked> {
    const { path } = this.#file
    const applied = inPlaceOf(this.#codec).apply(null, edit, world)
    return applied.type === 'refused'
      ? applied
      : { type: 'refused', reason: 'missing', detail: `There is no ${path}.`, problems: [] }
  }

  /** Null if it is to be tried again. */
  #editIn(file: OpenFile, edit: Edit, world: EditWorld): PatchedFile<Walked> | null {
    const { walked, isKnown } = this.#look(file)
    // A walk takes long, a comparison does not: an editor must not save between the look and the write.
    if (!isKnown) return null
    const { digest } = walked.content
    const applied = inPlaceOf(this.#codec).apply(walked.content.walked, edit, world)
    if (applied.type === 'done') return { type: 'patched', before: digest, after: digest }
    if (applied.type !== 'patch') return applied
    const { patch } = applied
    const at = walked.placeOf(patch)
    if (!holds(file, at, patch, patch.was)) {
      this.#forget()
      return null
    }
    this.#disk.patch(file.descriptor, Buffer.from(patch.now), at)
    this.#disk.sync(file.descriptor)
    if (!holds(file, at, patch, patch.now)) {
      if (!holds(file, at, patch, patch.was)) throw this.#savedMeanwhile(patch, at)
      this.#forget()
      return null
    }
    // An editor that saves by renaming may have put its own file there in between, without the patch.
    if (!this.#isStill(file)) return null
    walked.patched(patch, applied.walked())
    this.#stamp = null
    return { type: 'patched', before: digest, after: walked.content.digest }
  }

  /** What the file holds, and whether it was known without a walk. */
  #look({ descriptor, stamp }: OpenFile): {
    readonly walked: WalkedFile<Edit, Walked>
    readonly isKnown: boolean
  } {
    const known = this.#walked
    if (known !== null && this.#stamp !== null && this.#rules.isSame(this.#stamp, stamp))
      return { walked: known, isKnown: true }
    this.#forget()
    const isStampEnough = this.#rules.isSettled(stamp)
    const bytes = readFileSync(descriptor)
    const isKnown = known?.holds(bytes) ?? false
    const walked = known !== null && isKnown ? known : new WalkedFile(bytes, this.#file.path, this.#codec)
    this.#walked = walked
    this.#stamp = isStampEnough ? stamp : null
    return { walked, isKnown }
  }

  #forget(): void {
    this.#walked = null
    this.#stamp = null
  }

  #isStill({ stamp }: OpenFile): boolean {
    const { root, path } = this.#file
    const there = statSync(join(root, path), { bigint: true, throwIfNoEntry: false })
    return there?.ino === stamp.ino && there.dev === stamp.dev
  }

  /** An editor that saves in place between the last look and the write cannot be stopped. It must not pass for an edit. */
  #savedMeanwhile({ now }: Patch, at: number): UserError {
    return this.#busy(
      `${this.#file.path} was saved in the very moment in which it was edited.`,
      `Look for a wrong “${now}” at byte ${at} of the file, and correct it; then give the same command again.`,
    )
  }

  #busy(message: string, next: string): UserError {
    return new UserError('document-busy', message, { next })
  }
}

function holds({ descriptor }: OpenFile, at: number, { before, after }: Patch, text: string): boolean {
  const expected = Buffer.from(before + text + after)
  const there = Buffer.alloc(expected.length)
  readSync(descriptor, there, 0, there.length, at - Buffer.byteLength(before))
  return there.equals(expected)
}
