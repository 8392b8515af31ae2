/** Opens what is seen of a run of any playbook while it works: its own form, or a line for each event. */
import type { RunView, SeenProgress } from '../views/run-view.ts'
import { openProgress, type ProgressOptions } from './progress.ts'

export function runProgress<State>(
  { sight, own }: Pick<RunView<State>, 'sight' | 'own'>,
  options: ProgressOptions,
): SeenProgress<State> {
  if (own !== undefined) return own.openProgress(options)
  const { onEvent, ...progress } = openProgress(options)
  return { ...progress, onEvent: (event, state) => onEvent(event, sight(state)) }
}
