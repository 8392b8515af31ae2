import { describe, expect } from 'vitest'
import { heldAtBoundaries, heldInSeeds } from '../../test-support/held.ts'
import { calm } from '../../world/weather.ts'
import { steady } from './handbook-agents.ts'
import { handbookScenario } from './handbook-world.ts'
import { plainHandbook, plainInput } from './input.ts'

const plain = () =>
  handbookScenario({
    name: 'all goes well',
    input: plainInput,
    documents: plainHandbook,
    moods: steady,
    weather: calm,
    eagerness: 0,
  })

describe('HB-10, HB-11, HB-12, HB-24, HB-26, HB-50, HB-51, TR-06, TR-07 what must be true of every handbook', () =>
  heldInSeeds(
    'handbook',
    [
      'ending: all_done',
      'ending: verification_failed',
      'ending: self_critique_exhausted',
      'ending: max_iterations',
      'ending: timeout',
      'rest: paused (1)',
      'person unticks a box',
      'person ticks a box',
      'person answers by-hand',
      'person answers put-back',
      'answer forged',
      'person edits a prompt',
      'person takes a prompt away',
      'person unticks a close',
      'agent: prose',
      'agent: nothing',
      'agent: alarms',
      'agent: strays',
      'agent: ticks',
      'step: merge',
      'step: tick',
    ],
    100,
  ))

describe('QA-01 a crash at every boundary of a handbook', () =>
  heldAtBoundaries(plain, ({ state }) => expect(state.records).toHaveLength(6)))
