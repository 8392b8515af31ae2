/** Lets the next outcome of a run's work carry notes about what happened before: a journal has no other place for them. */
import type { AnyPerformers, Performer } from '../../effects/performer.ts'

export function tellFirst(performers: AnyPerformers, notes: readonly string[]): AnyPerformers {
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
  return Object.fromEntries(
    Object.entries(performers).map(([type, performer]) => [
      type,
      performer.carriesNotes === true ? telling(performer) : performer,
    ]),
  )
}
