/**
 * The bytes of a handbook and what was read from them. A tick of ours is carried over into both, so that the document
 * is not walked again for it.
 */
import { invariant } from '@harness/core/kernel/invariant'
import { UserError } from '@harness/core/kernel/user-error'
import { type DispatchedPrompt, type FoundBox, findBox } from '@harness/formats/documents/handbook/find-box'
import { parseHandbook, type ReadHandbook } from '@harness/formats/documents/handbook/parse-handbook'
import { type PromptPlaces, promptPlaces, withTick } from '@harness/formats/documents/handbook/prompt-places'
import type { WrittenHandbook } from '@harness/formats/documents/handbook/written-handbook'
import { PartedDigest } from '../../effects/documents/parted-digest.ts'
import { handbookFile } from './open-handbook.ts'

export interface HandbookDocument extends ReadHandbook {
  /** Of the file's bytes. */
  readonly digest: string
}

export const tickedMark = Buffer.from('x')

export class WalkedHandbook {
  readonly #bytes: Buffer
  readonly #places: PromptPlaces
  /** The byte offset of each box's mark, by its offset in the text. */
  readonly #marks: ReadonlyMap<number, number>
  readonly #digest: PartedDigest
  #document: HandbookDocument

  /** The bytes are kept, and changed by ticks. */
  constructor(bytes: Buffer) {
    const text = textOf(bytes)
    const read = parseHandbook(text, handbookFile)
    this.#bytes = bytes
    this.#places = promptPlaces(read.handbook)
    this.#marks = marksOf(read.handbook, text)
    this.#digest = new PartedDigest(bytes)
    this.#document = { ...read, digest: this.#digest.hex() }
  }

  get document(): HandbookDocument {
    return this.#document
  }

  holds(bytes: Buffer): boolean {
    return this.#bytes.equals(bytes)
  }

  find(dispatched: DispatchedPrompt): FoundBox {
    return findBox(this.#document.handbook, dispatched, this.#places)
  }

  /** Offset in the file's bytes of what stands between the brackets of a box. */
  markAt(markOffset: number): number {
    const at = this.#marks.get(markOffset)
    invariant(at !== undefined, 'every box has its mark')
    return at
  }

  /** The box of this prompt, which was found open, has been ticked in the file. */
  tick(id: string, markOffset: number): void {
    const [place] = this.#places.get(id) ?? []
    invariant(place !== undefined, 'a ticked prompt was found before')
    const at = this.markAt(markOffset)
    tickedMark.copy(this.#bytes, at)
    this.#digest.changed(at)
    const { handbook, problems } = this.#document
    const ticked = withTick(handbook, place)
    const read =
      ticked === null ? parseHandbook(textOf(this.#bytes), handbookFile) : { handbook: ticked, problems }
    this.#document = { ...read, digest: this.#digest.hex() }
  }
}

function textOf(bytes: Buffer): string {
  try {
    // A byte order mark stays, so that offsets are those of the file.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new UserError('handbook-invalid', `${handbookFile} is not text in UTF-8.`, {
      next: `Save ${handbookFile} as UTF-8, then check it with: harness handbook lint`,
      cause,
    })
  }
}

/** In one walk over the text: a tick has no time to count from its beginning. */
function marksOf(handbook: WrittenHandbook, text: string): ReadonlyMap<number, number> {
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
