import type { AnyCommand } from '@harness/core/kernel/effect'
import { exitCode } from '@harness/core/kernel/exit-code'
import { asRunId, commandId } from '@harness/core/kernel/ids'
import { definePlaybook, end, type Playbook, perform } from '@harness/core/kernel/playbook'
import { describe, expect, it } from 'vitest'
import type { AnyTwins } from '../world/twin.ts'
import { wakeAtTwin } from '../world/wake-at.ts'
import { explore } from './explore.ts'
import { printPage } from './state-page.ts'

interface Nap {
  readonly phase: 'asleep' | 'awake'
  readonly naps: number
}

/** Sleeps `often` times, then is awake. */
const napping = (often: number): Playbook<null, Nap, AnyCommand> =>
  definePlaybook<null, Nap, AnyCommand>({
    name: 'napping',
    version: 1,
    initialState: () => ({ phase: 'asleep', naps: 0 }),
    decide: ({ phase, naps }) =>
      phase === 'asleep'
        ? perform({ type: 'WakeAt', id: commandId(asRunId('r'), 'nap', 'n', naps + 1), at: 0, why: '' })
        : end({
            outcome: 'done',
            exitCode: exitCode.done,
            reason: '',
            next: '',
            resumable: false,
            report: '',
          }),
    evolve: ({ naps }) => ({ phase: naps + 1 < often ? 'asleep' : 'awake', naps: naps + 1 }),
  })

const wayOf = (playbook: Playbook<null, Nap, AnyCommand>): readonly string[] => {
  const steps = explore({
    playbook,
    twins: { WakeAt: wakeAtTwin } as AnyTwins,
    inputs: [null],
    traits: ({ naps }) => [`${naps}`],
  })
  return [
    ...new Set([...steps].map(({ before, event, after }) => `${before.phase} ${event.type} ${after.phase}`)),
  ]
}

describe('a page of states', () => {
  it('has the steps that the deciders take, and others where they decide otherwise', () => {
    expect(wayOf(napping(1))).toEqual(['asleep TimerFired awake'])
    expect(wayOf(napping(3))).toEqual(['asleep TimerFired asleep', 'asleep TimerFired awake'])
  })

  it('draws places from the beginning on, events between the same two as one arrow, and nothing that stays', () => {
    const page = printPage({
      title: 'States of a nap',
      intro: 'A place is a nap.',
      moves: [
        { from: 'half-awake', by: 'TimerFired', to: 'up' },
        { from: '[*]', by: '', to: 'half-awake' },
        { from: 'half-awake', by: 'AgentFinished', to: 'up' },
        { from: 'up', by: 'TimerFired', to: 'up' },
        { from: 'up', by: '', to: '[*]' },
      ],
      tables: [
        {
          title: 'Gates',
          intro: 'Who is asked.',
          columns: ['gate', 'asked in'],
          rows: [
            ['b', 'up'],
            ['a', 'up'],
          ],
        },
      ],
    })
    expect(page.split('\n').slice(4)).toEqual([
      'A place is a nap.',
      '',
      '```mermaid',
      'stateDiagram-v2',
      '  state "half-awake" as half_awake',
      '  [*] --> half_awake',
      '  half_awake --> up: AgentFinished, TimerFired',
      '  up --> [*]',
      '```',
      '',
      '## Gates',
      'Who is asked.',
      '',
      '| gate | asked in |',
      '|---|---|',
      '| a | up |',
      '| b | up |',
      '',
    ])
  })
})
