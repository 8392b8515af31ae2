/** Opens what is seen of a run of any playbook while it works: its own form, or a line for each event. */
import type { SpendingState } from '@harness/shell/store/sidecars/run-sidecars'
import type { Face, ProgressOptions, SeenProgress } from '../../line/face.ts'
import { openProgress } from './progress.ts'
import { sightOf } from './run-sight.ts'

export function runProgress<State extends SpendingState>(
  face: Face<State>,
  options: ProgressOptions,
): SeenProgress<State> {
  if (face.openProgress !== undefined) return face.openProgress(options)
  const { onEvent, ...progress } = openProgress(options)
  return { ...progress, onEvent: (event, state) => onEvent(event, sightOf(face, state)) }
}
