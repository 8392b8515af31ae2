import type { Event } from '@harness/core/event'
import { handbook } from '@harness/core/playbooks/handbook/playbook'
import { given } from '@harness/core/playbooks/handbook/test-support/given'
import { atOnce, sets, stopsDuring } from '@harness/core/playbooks/handbook/test-support/happenings'
import { documents, input, prompt } from '@harness/core/playbooks/handbook/test-support/shelf'
import { expect, it } from 'vitest'
import { fakeTerminal } from '../test-support/fake-terminal.ts'
import { handbookProgress } from './handbook-progress.ts'

/** What the process that takes the run up again says. */
function saidSince(events: readonly Event[]): readonly string[] {
  const { terminal, out } = fakeTerminal()
  const progress = handbookProgress({ terminal, now: () => 0, aside: false })
  const since = events.findLastIndex(({ type }) => type === 'RunResumed')
  let state = handbook.initialState(input)
  events.forEach((event, index) => {
    state = handbook.evolve(state, event)
    if (index >= since) progress.onEvent(event, state)
  })
  progress.close()
  return out().trimEnd().split('\n')
}

it('HB-28 a run that goes on says at which prompt once the handbook is read: not at one that a person has ticked', () => {
  const events: Event[] = []
  const shelf = documents([prompt('3.1', 'harden'), prompt('3.2', 'harden'), prompt('4.1', 'audit')])
  given(
    shelf,
    [
      stopsDuring('work/3.1/1'),
      atOnce(sets('3.1', { box: 'done' })),
      { event: (at) => ({ type: 'RunResumed', at, until: null }) },
    ],
    {},
    (event) => void events.push(event),
  )
  expect(saidSince(events).slice(0, 2)).toEqual([
    'Resuming at prompt 3.2 (iter 0/200) in Phase 3.',
    'start 3.2 harden harden it',
  ])
})
