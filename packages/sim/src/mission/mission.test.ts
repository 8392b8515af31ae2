import { describe, expect } from 'vitest'
import { heldAtBoundaries, heldInSeeds } from '../test-support/held.ts'
import { calm } from '../world/weather.ts'
import { plainInput, plainPlan } from './input.ts'
import { steady } from './mission-agents.ts'
import { missionScenario } from './mission-world.ts'

const plain = () =>
  missionScenario({
    name: 'all goes well',
    input: plainInput,
    plan: plainPlan,
    moods: steady,
    weather: calm,
    eagerness: 0,
  })

describe('MI-03, MI-04, MI-06, MI-07, MI-11, MI-13 what must be true of every mission', () =>
  heldInSeeds('mission', [
    'decision: NEXT_WORKER (rules)',
    'decision: NEXT_WORKER (agent)',
    'decision: NEXT_VALIDATOR (rules)',
    'decision: NEXT_ARCHITECT (rules)',
    'decision: CONVERTED (rules)',
    'decision: CHECKPOINT (rules)',
    'decision: ESCALATE (rules)',
    'decision: DONE (rules)',
    'step: conflicted',
    'step: ambiguous',
    'step: stuck',
    'step: crosscheck',
    'step: ui-qa',
    'edit refused',
    'agent: meddles',
    'agent: unquoted',
    'agent: forges',
    'agent: strays',
    'person writes PASS into the contract',
    'person blocks a feature',
    'person takes a feature away',
    'rest: halted (7)',
    'rest: paused (5)',
    'rest: waiting (8)',
    'rest: waiting (3)',
    'rest: done (0)',
  ]))

describe('QA-01 a crash at every boundary of a mission', () =>
  heldAtBoundaries(plain, (result, calmly) => expect(result.traces).toEqual(calmly.traces)))
