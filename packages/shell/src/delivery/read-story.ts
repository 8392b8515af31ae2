/** Reads a delivery's journal as a story, each event with the state it led to. Holds nothing and mends nothing. */
import type { Event } from '@harness/core/event'
import type { DeliveryInput } from '@harness/core/playbooks/delivery/input'
import { delivery } from '@harness/core/playbooks/delivery/playbook'
import type { DeliveryState } from '@harness/core/playbooks/delivery/state'
import { readJournal } from '../journal/read-journal.ts'

export interface Chapter {
  readonly event: Event
  readonly state: DeliveryState
}

export async function readStory(runDir: string): Promise<readonly Chapter[]> {
  const events = (await readJournal(runDir))?.events ?? []
  const [first] = events
  if (first?.type !== 'RunStarted') return []
  let state = delivery.initialState(first.input as DeliveryInput)
  return events.map((event) => {
    state = delivery.evolve(state, event)
    return { event, state }
  })
}
