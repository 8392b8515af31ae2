import type { Event, Event as HandbookEvent } from '@harness/core/playbooks/handbook/effects'
import { handbook } from '@harness/core/playbooks/handbook/playbook'
import { given } from '@harness/core/playbooks/handbook/test-support/given'
import { atOnce, fails, sets, stopsDuring } from '@harness/core/playbooks/handbook/test-support/happenings'
import { documents, input, prompt } from '@harness/core/playbooks/handbook/test-support/shelf'
import { expect, it } from 'vitest'
import { fakeTerminal } from '../../test-support/fake-terminal.ts'
import { handbookProgress } from './handbook-progress.ts'

/** What the process that takes the run up again says. */
function saidSince(events: readonly Event[]): readonly string[] {
  return toldSince(events).out
}

function toldSince(events: readonly Event[]) {
  const { terminal, out, err } = fakeTerminal()
  const progress = handbookProgress({ terminal, now: () => 0, aside: false })
  const since = events.findLastIndex(({ type }) => type === 'RunResumed')
  let state = handbook.initialState(input)
  events.forEach((event, index) => {
    state = handbook.evolve(state, event as HandbookEvent)
    if (index >= since) progress.onEvent(event, state)
  })
  progress.close()
  const lines = (text: string): readonly string[] => text.trimEnd().split('\n')
  return { out: lines(out()), err: lines(err()) }
}

it('QA-23 a run that waits for a limit says until when and why, but not among the lines of its prompts', () => {
  const events: Event[] = []
  const limited = fails('3.1', 'rate_limit', 1_794_900_000_000)
  given(documents([prompt('3.1', 'harden')]), [limited], {}, (event) => void events.push(event))
  const { out, err } = toldSince(events)
  expect(err).toContainEqual(expect.stringMatching(/the prompt-worker failed: it was rate_limit/))
  expect(err).toContainEqual(
    expect.stringMatching(/waits until 2026-11-1\d \d\d:\d\d \(in .+\): .*rate limit/),
  )
  expect(out.join('\n')).not.toContain('waits')
})

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
