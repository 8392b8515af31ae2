/** Reads a run's journal as a story, each event with the state after it. Holds and repairs nothing. */

import type { AnyCommand, AnyEvent } from '@harness/core/kernel/effect'
import { isRunEvent } from '@harness/core/kernel/event'
import type { Playbook } from '@harness/core/kernel/playbook'
import type { RunRef, RunStore } from '../port/run-store.ts'
import { ownEvents } from './own-events.ts'

export interface Chapter<State> {
  readonly event: AnyEvent
  readonly state: State
}

export async function readStory<Input, State>(
  store: Pick<RunStore, 'read'>,
  run: RunRef,
  playbook: Playbook<Input, State, AnyCommand>,
): Promise<readonly Chapter<State>[]> {
  const events = ownEvents(run, playbook)((await store.read(run))?.events ?? [])
  const [first] = events
  if (!isRunEvent(first, 'RunStarted')) return []
  let state = playbook.initialState(first.input as Input)
  return events.map((event) => {
    state = playbook.evolve(state, event)
    return { event, state }
  })
}
