/** Owns how a daemon is paused. One that stops goes on stopping, and the pause holds after its next boot. */
import type { DaemonState, Pause } from './state.ts'

export function paused(state: DaemonState, given: Pause): DaemonState {
  // Drift holds until an operator resumes. A freeze that comes over it is shown beside it.
  const pause = state.pause?.why === 'fidelity' && given.why !== 'fidelity' ? state.pause : given
  return state.mode === 'stopping' ? { ...state, pause } : { ...state, mode: 'paused', pause }
}
