/** Owns what a mission waits for in time. */
import type { Hurdle } from '../../kernel/hurdle.ts'
import type { MissionState } from './state.ts'

type Sleep = Extract<Hurdle, { type: 'sleep' }>

/** What is waited for first; null where nothing is. */
export function nextWake({ hurdle, flights }: MissionState): Sleep | null {
  const sleeps = [hurdle, ...flights.map((flight) => flight.hurdle)].filter((one) => one?.type === 'sleep')
  return sleeps.reduce<Sleep | null>(
    (first, sleep) => (first === null || sleep.until < first.until ? sleep : first),
    null,
  )
}

const awake = <Waiting extends { readonly hurdle: Hurdle | null }>(one: Waiting, until: number): Waiting =>
  one.hurdle?.type === 'sleep' && one.hurdle.until <= until ? { ...one, hurdle: null } : one

/** The waits up to this moment are over; what comes later is waited for again. */
export const woken = (state: MissionState, until: number): MissionState => ({
  ...awake(state, until),
  flights: state.flights.map((flight) => awake(flight, until)),
})
