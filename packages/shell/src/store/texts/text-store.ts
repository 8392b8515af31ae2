/**
 * The port to the long texts of one run. A text is stored once, under the SHA-256 of its UTF-8 bytes, and never
 * changes. Journal records refer to it.
 */
export interface TextStore {
  /** All of the texts are durable when it resolves. Texts that are there already are not written again. */
  keep(texts: KeptTexts): Promise<void>
  /** The whole text. Throws a UserError with exit code 12 if it is missing or is not the text of this digest. */
  read(digest: string): string
}

/** Texts by their digests. */
export type KeptTexts = ReadonlyMap<string, string>

/** Loads node:crypto at its first call: it takes long, and most commands read no long text. */
export const digestOf = (text: string | Uint8Array): string =>
  process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex')
