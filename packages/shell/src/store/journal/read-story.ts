/** Reads a run's journal as a story, each event with the state it led to. Holds nothing and mends nothing. */

import type { Playbook } from '@harness/core/kernel/playbook'
import type { Command, Event } from '@harness/core/playbooks/every-effect'
import { readJournal } from './read-journal.ts'

export interface Chapter<State> {
  readonly event: Event
  readonly state: State
}

export async function readStory<Input, State>(
  runDir: string,
  playbook: Playbook<Input, State, Command>,
): Promise<readonly Chapter<State>[]> {
  const events = (await readJournal(runDir))?.events ?? []
  const [first] = events
  if (first?.type !== 'RunStarted') return []
  let state = playbook.initialState(first.input as Input)
  return events.map((event) => {
    state = playbook.evolve(state, event)
    return { event, state }
  })
}
