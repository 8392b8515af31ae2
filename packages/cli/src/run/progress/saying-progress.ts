/** Owns progress of a playbook that says something itself: a line for each event, and what is new of what it said. */
import type { AnyEvent } from '@harness/core/kernel/effect'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import type { SpendingState } from '@harness/shell/store/sidecars/run-sidecars'
import type { Face, ProgressOptions, SeenProgress } from '../../line/face.ts'
import { runProgress } from './run-progress.ts'

interface Saying extends SpendingState {
  readonly said: readonly unknown[]
}

/** `linesFrom` are the lines from that place in what was said. `first` are those of the event itself; none if absent. */
export function sayingProgress<State extends Saying>(
  options: ProgressOptions,
  face: Face<State>,
  linesFrom: (state: State, from: number) => readonly string[],
  first: (event: AnyEvent, state: State) => readonly string[] = () => [],
): SeenProgress<State> {
  const { terminal, aside } = options
  const print = aside ? terminal.note : terminal.print
  const lines = runProgress(face, options)
  let told: number | null = null
  return {
    ...lines,
    onEvent(event, state) {
      lines.onEvent(event, state)
      // A resumed run says only what is new.
      const from = told ?? (event.type === 'RunResumed' ? state.said.length : 0)
      for (const line of [...first(event, state), ...linesFrom(state, from)]) print(stripControl(line))
      told = state.said.length
    },
  }
}
