/**
 * The bytes of a file that is edited in place, and what its codec walked from them. A patch of the harness is applied to
 * both, so that the file is not walked again.
 */
import { invariant } from '@harness/core/kernel/invariant'
import { UserError } from '@harness/core/kernel/user-error'
import type { AnyCodec, DocumentCodec, InPlace, Patch } from '@harness/formats/documents/codec/document-codec'
import { PartedDigest } from './parted-digest.ts'

/** What was read from a file, and the digest of its bytes. */
export interface FileContent<Walked> {
  readonly walked: Walked
  readonly digest: string
}

export type InPlaceCodec<Edit, Walked> = DocumentCodec<unknown, Edit, Walked>

export function inPlaceOf<Edit, Walked>({
  inPlace,
  format,
}: InPlaceCodec<Edit, Walked>): InPlace<Edit, Walked> {
  invariant(inPlace !== null, `the ${format} is edited in place`)
  return inPlace
}

export class WalkedFile<Edit, Walked> {
  readonly #bytes: Buffer
  readonly #path: string
  readonly #codec: InPlaceCodec<Edit, Walked>
  /** The place in the bytes of each part that can be patched, by its place in the text. */
  readonly #places: ReadonlyMap<number, number>
  readonly #digest: PartedDigest
  #content: FileContent<Walked>

  /** The bytes are kept, and changed by patches. */
  constructor(bytes: Buffer, path: string, codec: InPlaceCodec<Edit, Walked>) {
    const text = textOf(bytes, path, codec)
    const walked = codec.walk(text)
    this.#bytes = bytes
    this.#path = path
    this.#codec = codec
    this.#places = placesOf(inPlaceOf(codec).offsets(walked), text)
    this.#digest = new PartedDigest(bytes)
    this.#content = { walked, digest: this.#digest.hex() }
  }

  get content(): FileContent<Walked> {
    return this.#content
  }

  holds(bytes: Buffer): boolean {
    return this.#bytes.equals(bytes)
  }

  /** The offset in the file's bytes of a patch. */
  placeOf({ offset }: Patch): number {
    const at = this.#places.get(offset)
    invariant(at !== undefined, 'a patch begins at an offset that its codec names')
    return at
  }

  /** The patch was made in the file. `walked` is what a new walk would give; null if only a walk tells. */
  patched(patch: Patch, walked: Walked | null): void {
    const at = this.placeOf(patch)
    const now = Buffer.from(patch.now)
    now.copy(this.#bytes, at)
    for (let offset = at; offset < at + now.length; offset++) this.#digest.changed(offset)
    this.#content = {
      walked: walked ?? this.#codec.walk(textOf(this.#bytes, this.#path, this.#codec)),
      digest: this.#digest.hex(),
    }
  }
}

function textOf(bytes: Buffer, path: string, { format }: Pick<AnyCodec, 'format'>): string {
  try {
    // A byte order mark stays, so that offsets are those of the file.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new UserError(`${format}-invalid`, `${path} is not text in UTF-8.`, {
      next: `Save ${path} as UTF-8, then check it with: harness ${format} lint`,
      cause,
    })
  }
}

/** In one walk over the text: a patch has no time to count from its beginning. */
function placesOf(offsets: readonly number[], text: string): ReadonlyMap<number, number> {
  const places = new Map<number, number>()
  let [counted, bytes] = [0, 0]
  for (const offset of offsets.toSorted((a, b) => a - b)) {
    bytes += Buffer.byteLength(text.slice(counted, offset))
    counted = offset
    places.set(offset, bytes)
  }
  return places
}
