/** Owns where a file of a document is. */

export interface DocumentFile {
  /** `checkout`: the operator's checkout; `base`: the tip of the base branch; `user`: the user's data directory. */
  readonly place: 'checkout' | 'base' | 'user'
  /** Relative to that place. */
  readonly path: string
}

export const inCheckout = (path: string): DocumentFile => ({ place: 'checkout', path })
