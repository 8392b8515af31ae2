import { describe, expect } from 'vitest'
import { heldAtBoundaries, heldInSeeds } from '../../test-support/held.ts'
import { calm } from '../../world/weather.ts'
import { plainInput } from './input.ts'
import { steady } from './workflow-agents.ts'
import { workflowScenario } from './workflow-world.ts'

describe('WF-11, WF-12, WF-14, WF-15 what must be true of every workflow', () =>
  heldInSeeds(
    'workflow',
    [
      'phase: over',
      'phase: apply',
      'phase: merge',
      'phase: stopped',
      'auto-fix: verified',
      'auto-fix: stopped',
      'auto-fix: rejected',
      'auto-fix: declined',
      'auto-fix: failed',
      'result: passed',
      'result: accepted-with-failures',
      'result: failed',
      'agent: forgets',
      'agent: garbles',
      'agent: strays',
      'agent: lies',
      'agent: attacks',
      'person edits the spec',
      'person writes a spec first',
      'person takes the spec away',
      'person stops the run',
    ],
    200,
  ))

describe('QA-01 WF-12 a crash at every boundary of a workflow with an auto-fix', () =>
  heldAtBoundaries(
    () =>
      workflowScenario({
        name: 'a bug that the auto-fix fixes',
        input: plainInput,
        moods: { ...steady, bugs: 1 },
        weather: calm,
        eagerness: 0,
        answers: { spec: 'proceed', verify: 'auto-fix', 'auto-fix': 'apply', commit: 'all' },
      }),
    ({ traces }, calmly) => expect(traces).toEqual(calmly.traces),
    25,
  ))
