/** Owns waiting for a moment: which wait of a run ends first, and which waits are over at a moment. */
import type { WakeAt } from '../effects/wake-at.ts'
import type { Hurdle } from '../kernel/hurdle.ts'
import type { CommandId } from '../kernel/ids.ts'

export type Sleep = Extract<Hurdle, { type: 'sleep' }>

export interface Hindered {
  readonly hurdle: Hurdle | null
}

/** The wait that ends first; null if nothing waits for a moment. */
export const firstSleep = (all: readonly Hindered[]): Sleep | null =>
  all.reduce<Sleep | null>(
    (first, { hurdle }) =>
      hurdle?.type === 'sleep' && (first === null || hurdle.until < first.until) ? hurdle : first,
    null,
  )

/** Ends the wait if its moment has come; else the same object. */
export const wake = <One extends Hindered>(one: One, at: number): One =>
  one.hurdle?.type === 'sleep' && one.hurdle.until <= at ? { ...one, hurdle: null } : one

export const wakeAt = (id: CommandId, { until, why }: Pick<Sleep, 'until' | 'why'>): WakeAt => ({
  type: 'WakeAt',
  id,
  at: until,
  why,
})
