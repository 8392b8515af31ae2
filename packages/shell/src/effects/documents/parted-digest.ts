/**
 * A digest of many bytes that is had again cheaply after one of them has changed: it is made from the digests of the
 * parts, and only one part has another one then.
 */
import { hash } from 'node:crypto'

const partLength = 8_192
const digestLength = 32

export class PartedDigest {
  readonly #bytes: Buffer
  /** One behind the other. */
  readonly #digests: Buffer

  /** The bytes are kept, not copied: a caller that changes one says so. */
  constructor(bytes: Buffer) {
    this.#bytes = bytes
    const parts = Math.ceil(bytes.length / partLength)
    this.#digests = Buffer.alloc(parts * digestLength)
    for (let part = 0; part < parts; part++) this.#digestPart(part)
  }

  /** The byte at this offset is another one now. */
  changed(offset: number): void {
    this.#digestPart(Math.floor(offset / partLength))
  }

  hex(): string {
    return hash('sha256', this.#digests)
  }

  #digestPart(part: number): void {
    const from = part * partLength
    const digest = hash('sha256', this.#bytes.subarray(from, from + partLength), 'buffer')
    digest.copy(this.#digests, part * digestLength)
  }
}
