/** Owns what a mission waits for in time. */
import { firstSleep, type Sleep, wake } from '../../work/wakes.ts'
import type { MissionState } from './state.ts'

/** The wait that ends first; null if nothing waits for a moment. */
export const nextWake = (state: MissionState): Sleep | null => firstSleep([state, ...state.flights])

/** Ends the waits up to this moment. */
export const woken = (state: MissionState, until: number): MissionState => ({
  ...wake(state, until),
  flights: state.flights.map((flight) => wake(flight, until)),
})
