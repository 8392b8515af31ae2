import { describe, expect } from 'vitest'
import { heldAtBoundaries, heldInSeeds } from '../../test-support/held.ts'
import { calm } from '../../world/weather.ts'
import { plainPlan, simulatedInput } from './input.ts'
import { steady } from './mission-agents.ts'
import { missionScenario } from './mission-world.ts'

const plain = () =>
  missionScenario({
    name: 'all goes well',
    input: simulatedInput,
    plan: plainPlan,
    moods: steady,
    weather: calm,
    eagerness: 0,
  })

/** Which kind of state was decided about, how, and by whom; the specs of the decisions have every one of them. */
const pairs = [
  'not begun: NEXT_WORKER (rules)',
  'not begun: NEXT_WORKER (agent)',
  'failed: NEXT_WORKER (rules)',
  'failed: NEXT_WORKER (agent)',
  'ruled: NEXT_WORKER (rules)',
  'ruled: NEXT_WORKER (agent)',
  'worked: NEXT_VALIDATOR (rules)',
  'worked: NEXT_VALIDATOR (agent)',
  'ambiguous: NEXT_ARCHITECT (rules)',
  'ambiguous: NEXT_ARCHITECT (agent)',
  'failed: NEXT_ARCHITECT (rules)',
  'failed: NEXT_ARCHITECT (agent)',
  'something grave was found: CONVERTED (rules)',
  'something grave was found: CONVERTED (agent)',
  'post-planner: CHECKPOINT (rules)',
  'post-feature: CHECKPOINT (rules)',
  'pre-merge: CHECKPOINT (rules)',
  'pre-done: CHECKPOINT (rules)',
  'feature-claim: CHECKPOINT (rules)',
  'feature-claim: CHECKPOINT (agent)',
  'failed: ESCALATE (rules)',
  'stuck: ESCALATE (rules)',
  'cap reached: ESCALATE (rules)',
  'nothing can go on: ESCALATE (rules)',
  'at any time: ESCALATE (agent)',
  'at any time, about a feature: ESCALATE (agent)',
  'all passed: DONE (rules)',
  'all passed: DONE (agent)',
] as const

/** As many as it takes until an orchestrator ends a mission. */
const seeds = 120

describe('MI-03, MI-04, MI-06, MI-07, MI-11, MI-13 what must be true of every mission', () =>
  heldInSeeds(
    'mission',
    [
      ...pairs.map((pair) => `pair: ${pair}`),
      'step: resolve',
      'step: ambiguous',
      'step: stuck',
      'step: crosscheck',
      'step: ui-qa',
      'step: pull',
      'curator on the way',
      'step: ci',
      'person merges a kept branch',
      'person merges a pull request',
      'person merges what they are asked to',
      'person deletes a kept branch',
      'person closes a pull request',
      'person grants what was refused',
      'edit refused',
      'ahead: merged',
      'ahead: conflict',
      'ahead: known',
      'agent: meddles',
      'agent: unquoted',
      'agent: forges',
      'agent: rewords',
      'agent: strays',
      'agent: writes',
      'person writes PASS into the contract',
      'person blocks a feature',
      'person takes a feature away',
      'rest: halted (7)',
      'rest: paused (5)',
      'rest: waiting (8)',
      'rest: waiting (3)',
      'rest: done (0)',
    ],
    seeds,
  ))

describe('QA-01 a crash at every boundary of a mission', () =>
  heldAtBoundaries(plain, (result, calmly) => expect(result.traces).toEqual(calmly.traces)))
