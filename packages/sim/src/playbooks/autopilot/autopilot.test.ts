import { describe, expect } from 'vitest'
import { heldAtBoundaries, heldInSeeds } from '../../test-support/held.ts'
import { calm } from '../../world/weather.ts'
import { autopilotScenario } from './autopilot-world.ts'
import { plainInput } from './input.ts'
import { steady } from './moods.ts'

const places = [
  'open',
  'assess',
  'look',
  'plan-needed',
  'skeleton',
  'skeleton-gate',
  'plan',
  'publish',
  'read',
  'approve',
  'checkpoint',
  'mark',
  'execute',
  'diagnose',
  'fail',
  'recover',
  'exhausted',
  'by-hand',
  'checks',
  'validate',
  'verifier',
  'verify-gate',
  'review',
  'review-gate',
  'complete',
  'continue',
  'final-review',
  'final-gate',
  'final-failed',
  'outcome',
  'outcome-gate',
  'deliver',
  'prove',
  'merge',
  'pull',
  'finish',
  'close',
  'over',
  'void',
  'stopped',
]

const answers = {
  'approve-plan': ['yes', 'revise', 'skip-phase', 'stop'],
  'attempts-exhausted': ['continue', 'revise', 'skip-phase', 'stop'],
  checkpoint: ['yes', 'no', 'option', 'other', 'done', 'stop'],
  continue: ['yes', 'stop'],
  deliver: ['merge', 'pull-request', 'leave'],
  'final-review-findings': ['fix', 'override', 'stop'],
  outcome: ['fix', 'override', 'stop'],
  'output-missing': ['retry', 'stop'],
  'plan-needed': ['ready', 'draft', 'skip-phase', 'stop'],
  'review-findings': ['fix', 'override', 'stop'],
  skeleton: ['yes', 'revise', 'skip-phase', 'stop'],
  'verification-failed': ['fix', 'skip-verification', 'stop'],
  'agent-failing': ['grant', 'refuse'],
}

describe('AP-05 to AP-17 what must be true of every autopilot', () =>
  heldInSeeds(
    'autopilot',
    [
      ...places.map((place) => `place: ${place}`),
      ...Object.entries(answers).flatMap(([gate, choices]) =>
        choices.map((choice) => `person answers ${gate} ${choice}`),
      ),
      ...Object.keys(steady).map((mood) => `agent: ${mood}`),
      ...['merged', 'pull', 'left', 'nothing'].map((how) => `result: ${how}`),
      ...['passed', 'overridden', 'failed'].map((status) => `final review: ${status}`),
      'person edits the plan',
      'person adds a task',
      'person empties the plan',
      'person takes the plan away',
      'person writes a plan first',
      'person wants other phases',
      'person edits the spec',
      'person takes the spec away',
      'person moves the base',
      'person fixes it by hand',
      'person works in the lane',
    ],
    200,
  ))

describe('QA-01 AP-03 a crash at every boundary of an autopilot of three phases', () =>
  heldAtBoundaries(
    () =>
      autopilotScenario({
        name: 'a revised plan, a checkpoint, a failed task and a blocking finding',
        input: plainInput,
        files: {},
        moods: steady,
        moments: {
          'plan/phase-1/1': { worries: 1 },
          'plan/phase-1/2': { worries: 1, checkpoints: 1 },
          'execute/phase-2-task-1/1': { blocks: 1 },
          'execute/phase-2-task-1/2': { idles: 1, blocks: 1 },
          'execute/phase-2-task-1/3': { garbles: 1 },
          'execute/phase-2-task-1/4': { blocks: 1 },
          'review/phase-3/1': { finds: 1 },
          'review/final/1': { finds: 1 },
        },
        weather: calm,
        eagerness: 0,
        answers: {
          'approve-plan/1': 'revise',
          'approve-plan': 'yes',
          'attempts-exhausted': 'continue',
          'review-findings': 'fix',
          'final-review-findings': 'fix',
          continue: 'yes',
          deliver: 'merge',
          'checkpoint/1': 'stop',
        },
      }),
    ({ traces, state: { history, decisions } }, calmly) => {
      expect(traces).toEqual(calmly.traces)
      expect(history.map(({ name }) => name)).toEqual(['Core', 'Rules', 'Shell'])
      expect(decisions.map(({ what }) => what)).toEqual(calmly.state.decisions.map(({ what }) => what))
    },
    40,
  ))
