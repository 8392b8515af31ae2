/** Owns how a daemon is paused. One that stops goes on stopping, and the pause holds after its next boot. */
import type { DaemonState, Pause } from './state.ts'

export const paused = (state: DaemonState, pause: Pause): DaemonState =>
  state.mode === 'stopping' ? { ...state, pause } : { ...state, mode: 'paused', pause }
