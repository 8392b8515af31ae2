/** Owns how a daemon is paused. One that drains or stops is not paused on top of that. */
import type { DaemonState, Pause } from './state.ts'

export const paused = (state: DaemonState, pause: Pause): DaemonState =>
  state.mode === 'stopping' ? state : { ...state, mode: 'paused', pause }
