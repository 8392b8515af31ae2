/** Owns what an effect may know about the attempt it serves. */
export interface Attempt {
  /** Aborted when the run is asked to let go: the adapter throws within three seconds, or ends with what it has. */
  readonly signal: AbortSignal
  /** The command was issued before and its process died: look up what it did before doing it again. */
  readonly repeated: boolean
}
