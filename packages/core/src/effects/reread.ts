/** Owns a document that was read again. */

/** A document that was read again. */
export interface Reread<Content> {
  readonly digest: string
  /** Null if it is what the run knows already. */
  readonly changed: { readonly content: Content } | null
}
