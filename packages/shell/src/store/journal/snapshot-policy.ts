/**
 * Owns when a snapshot is worth taking. Writing one costs its size and saves reading the events before it, so it waits
 * until the journal has grown by as much as the last snapshot took: all snapshots together are then never larger than
 * the journal, however long the run and however large its state.
 */
export interface SinceSnapshot {
  readonly events: number
  readonly bytes: number
  /** Size of the last snapshot; 0 if there is none. */
  readonly lastSnapshotBytes: number
}

const fewestEvents = 1_000

export const snapshotIsDue = (since: SinceSnapshot): boolean =>
  since.events >= fewestEvents && since.bytes >= since.lastSnapshotBytes
