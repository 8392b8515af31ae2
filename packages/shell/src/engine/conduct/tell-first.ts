/** Lets the next outcome of a run's work carry notes about what happened before: a journal has no other place for them. */
import type { AnyPerformers, Performer } from '../../effects/performer.ts'

export const tellFirst = (performers: AnyPerformers, notes: readonly string[]): AnyPerformers =>
  tellAlong(performers, notes).performers

export interface TellingPerformers {
  readonly performers: AnyPerformers
  /** The next outcome carries the note. */
  tell(note: string): void
}

/** Also tells what happens meanwhile. */
export function tellAlong(performers: AnyPerformers, notes: readonly string[]): TellingPerformers {
  let untold = notes
  const telling = (performer: Performer): Performer => ({
    ...performer,
    async perform(command, attempt) {
      const outcome = await performer.perform(command, attempt)
      const told = untold
      untold = []
      return told.length === 0 ? outcome : { ...outcome, notes: [...told, ...(outcome.notes ?? [])] }
    },
  })
  const all = Object.entries(performers).map(([type, performer]) => [
    type,
    performer.carriesNotes === true ? telling(performer) : performer,
  ])
  return {
    performers: Object.fromEntries(all),
    tell: (note) => {
      untold = [...untold, note]
    },
  }
}
