/** Owns the path of a document's file. */
import type { LaneName } from '../kernel/ids.ts'

/** `path` is relative to the place. */
export type DocumentFile =
  /** The operator's checkout, the state directory, or the user's data directory. */
  | { readonly place: 'checkout' | 'state' | 'user'; readonly path: string }
  | { readonly place: 'lane'; readonly lane: LaneName; readonly path: string }
  | BranchFile

/**
 * A file that is only read. `base`: at the tip of the branch. `draft`: in the checkout; missing if the checkout is on
 * another branch, or if the file is as it was committed. `history`: who changed the file last on the branch; missing if
 * the branch does not have the file.
 */
export interface BranchFile {
  readonly place: 'base' | 'draft' | 'history'
  readonly branch: string
  readonly path: string
}

/** The last change of a file on a branch. */
export interface LastChange {
  readonly commit: string
  readonly author: string
  readonly subject: string
}

export const inCheckout = (path: string): DocumentFile => ({ place: 'checkout', path })
