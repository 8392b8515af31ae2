/** Test support: every kind of state that matters for a decision, with how it is reached and what it allows. */
import type { MissionInput } from '../state/input.ts'
import {
  answersGate,
  type Deed,
  debugs,
  done,
  type Happening,
  isStopped,
  leaves,
  meanwhile,
  passes,
  plans,
  refutes,
  reviewsPlan,
  rules,
  smokes,
  works,
} from './happenings.ts'
import { entry, feature, planned, type Shelf, unplanned } from './shelf.ts'

export interface Kind {
  readonly shelf: Shelf
  readonly story?: readonly (Happening | Deed)[]
  readonly told?: Partial<MissionInput>
  /** What the state allows, the rules' own first; nothing if something under way is waited for. */
  readonly allows: readonly string[]
}

const one = planned('F-001')
const two = planned('F-001', 'F-002')
const chain = planned('F-001', 'F-002 < F-001')
const failing = [works('F-001'), refutes('F-001')]
const failingThrice = [...failing, ...failing, ...failing]
const ruledOn = [...failingThrice, debugs('F-001', 'A race.'), rules('F-001')]
const asked = [works('F-001', { ambiguity: 'Which one?' }), rules('F-001')]
const grave = [{ severity: 'critical', title: 'It deletes everything', detail: '' }] as const
const lanes = (count: number) => ({
  isolation: { onPass: 'merge', useWorktrees: true, lanes: count } as const,
})
const keeping = { isolation: { onPass: 'keep', useWorktrees: true, lanes: 1 } } as const
const smoke = { smoke: { onDone: true, onFeaturePass: false, startup: null, urls: [] } } as const
const asks = (
  triggerOn: MissionInput['checkpoints'][number]['triggerOn'],
  features: string[] | null = null,
) => ({
  checkpoints: [{ name: 'look', triggerOn, features }],
})

export const kinds: Readonly<Record<string, Kind>> = {
  // What can be begun.
  'two can be begun': { shelf: two, allows: ['NEXT_WORKER F-001', 'NEXT_WORKER F-002'] },
  'one waits for another': { shelf: chain, allows: ['NEXT_WORKER F-001'] },
  'one was merged before, and nobody has seen that it holds': {
    shelf: planned(feature('F-001', { status: 'passed' }), 'F-002'),
    told: { carried: { proven: {}, landed: ['F-001'] } },
    allows: ['NEXT_VALIDATOR F-001', 'NEXT_WORKER F-002'],
  },
  'one has used up its attempts, another can be begun': {
    shelf: planned(feature('F-001', { attempts: 5 }), 'F-002'),
    allows: ['NEXT_WORKER F-002'],
  },
  // What is begun.
  'a worker is done': { shelf: two, story: [works('F-001')], allows: ['NEXT_VALIDATOR F-001'] },
  'a worker is done, and a lane is free': {
    shelf: planned('F-001', 'F-002', 'F-003 < F-002'),
    story: [works('F-002'), works('F-001'), passes('F-002')],
    told: lanes(3),
    allows: ['NEXT_VALIDATOR F-001', 'NEXT_WORKER F-003'],
  },
  'a worker is done while another feature lands': {
    shelf: two,
    story: [works('F-002'), works('F-001')],
    told: lanes(2),
    allows: [],
  },
  'a worker asks': {
    shelf: two,
    story: [works('F-001', { ambiguity: 'Which one?' })],
    allows: ['NEXT_ARCHITECT F-001'],
  },
  'it was decided what the worker asked': {
    shelf: one,
    story: asked,
    allows: ['NEXT_WORKER F-001'],
  },
  'failed once': { shelf: two, story: failing, allows: ['NEXT_WORKER F-001'] },
  'failed three times': { shelf: two, story: failingThrice, allows: ['NEXT_ARCHITECT F-001'] },
  'failed three times, and ruled on': { shelf: one, story: ruledOn, allows: ['NEXT_WORKER F-001'] },
  'failed again after the ruling': {
    shelf: one,
    story: [...ruledOn, ...failing],
    allows: ['NEXT_WORKER F-001'],
  },
  'failed five times': {
    shelf: one,
    story: [...ruledOn, ...failing, ...failing],
    allows: ['ESCALATE F-001'],
  },
  'the architect does not know either': {
    shelf: one,
    story: [works('F-001', { ambiguity: 'Which one?' }), rules('F-001', { question: 'Who pays?' })],
    allows: ['ESCALATE F-001'],
  },
  // What was found.
  'something grave was found about a feature that passed': {
    shelf: two,
    story: [works('F-001'), passes('F-001', { issues: grave })],
    allows: ['CONVERTED', 'NEXT_WORKER F-002'],
  },
  'several things were found about a feature that passed': {
    shelf: two,
    story: [works('F-001'), passes('F-001', { issues: [...grave, ...grave] })],
    allows: ['CONVERTED', 'NEXT_WORKER F-002'],
  },
  'the smoke test failed': {
    shelf: one,
    story: [...done('F-001'), smokes(false)],
    told: smoke,
    allows: ['CONVERTED'],
  },
  // What people are asked about beforehand.
  'the plan was accepted, and somebody is to see it': {
    shelf: unplanned(),
    story: [plans(two), reviewsPlan('accept')],
    told: asks('post-planner'),
    allows: ['CHECKPOINT look'],
  },
  'the first that can be begun is asked about': {
    shelf: two,
    told: asks('feature-claim:F', ['F-001']),
    allows: ['CHECKPOINT look', 'NEXT_WORKER F-002'],
  },
  'a later one that can be begun is asked about': {
    shelf: two,
    told: asks('feature-claim:F', ['F-002']),
    allows: ['NEXT_WORKER F-001', 'CHECKPOINT look'],
  },
  'one is about to be merged, and is asked about': {
    shelf: two,
    story: done('F-001'),
    told: asks('pre-merge'),
    allows: ['CHECKPOINT look'],
  },
  'one has passed, and is asked about': {
    shelf: two,
    story: done('F-001'),
    told: asks('post-feature'),
    allows: ['CHECKPOINT look'],
  },
  'all have passed, and the end is asked about': {
    shelf: one,
    story: done('F-001'),
    told: asks('pre-done'),
    allows: ['CHECKPOINT look'],
  },
  'a plan was made anew after a person refused it': {
    shelf: unplanned(),
    story: [
      plans(two),
      reviewsPlan('accept'),
      answersGate('refuse', 'Too large.'),
      plans(one),
      reviewsPlan('accept'),
    ],
    told: asks('post-planner'),
    allows: ['CHECKPOINT look'],
  },
  'one was ruled on that a person refused to have begun': {
    shelf: two,
    story: [answersGate('refuse', 'No cookies.'), rules('F-001')],
    told: asks('feature-claim:F', ['F-001']),
    allows: ['CHECKPOINT look'],
  },
  'one is about to be merged that a person refused': {
    shelf: two,
    story: [...done('F-001'), answersGate('refuse', 'Not yet.'), ...done('F-001')],
    told: asks('pre-merge'),
    allows: ['CHECKPOINT look'],
  },
  'one was mended that a person refused': {
    shelf: one,
    story: [...done('F-001'), answersGate('refuse', 'Ugly.'), ...done('F-FIX-001')],
    told: asks('post-feature'),
    allows: ['CHECKPOINT look'],
  },
  'all have passed again after a person refused the end': {
    shelf: one,
    story: [...done('F-001'), answersGate('refuse', 'No licence.'), ...done('F-FIX-001')],
    told: asks('pre-done'),
    allows: ['CHECKPOINT look'],
  },
  // The end.
  'all have passed': { shelf: one, story: done('F-001'), allows: ['DONE'] },
  'all have passed, and are left to people': {
    shelf: one,
    story: [leaves('F-001'), ...done('F-001')],
    told: keeping,
    allows: ['DONE'],
  },
  'all have passed, and the smoke test waits for people': {
    shelf: one,
    story: [leaves('F-001'), ...done('F-001')],
    told: { ...keeping, ...smoke },
    allows: ['ESCALATE'],
  },
  'the smoke test failed three times': {
    shelf: one,
    story: [
      ...done('F-001'),
      ...['F-FIX-001', 'F-FIX-002'].flatMap((id) => [smokes(false), ...done(id)]),
      smokes(false),
    ],
    told: smoke,
    allows: ['ESCALATE'],
  },
  // What only a person can settle.
  'what is left is built on what is not merged': {
    shelf: chain,
    story: [leaves('F-001'), ...done('F-001')],
    told: keeping,
    allows: ['ESCALATE'],
  },
  'everything is blocked': {
    shelf: planned(feature('F-001', { status: 'blocked' })),
    allows: ['ESCALATE'],
  },
  'what is left depends on what is blocked': {
    shelf: planned(feature('F-001', { status: 'blocked' }), 'F-002 < F-001'),
    allows: ['ESCALATE'],
  },
  'all that are not blocked have passed': {
    shelf: planned('F-001', feature('F-002', { status: 'blocked' })),
    story: done('F-001'),
    allows: ['DONE'],
  },
  'what is left depends on what does not exist': { shelf: planned('F-001 < F-008'), allows: ['ESCALATE'] },
  'what is left has used up its attempts': {
    shelf: planned(feature('F-001', { attempts: 5 })),
    allows: ['ESCALATE F-001'],
  },
  'what is left asks again and again, and its attempts are used up': {
    shelf: one,
    story: Array.from({ length: 5 }, () => asked).flat(),
    allows: ['ESCALATE F-001'],
  },
  'what is left waits in a circle': {
    shelf: planned('F-001 < F-002', 'F-002 < F-001'),
    allows: ['ESCALATE'],
  },
  'a claim is nobody’s': {
    shelf: { ...one, contract: [...(one.contract ?? []), entry('VAL-F-008')] },
    story: done('F-001'),
    allows: ['ESCALATE'],
  },
  'there is no feature': { shelf: planned(), allows: ['ESCALATE'] },
  'a feature claims nothing': {
    shelf: planned('F-001', feature('F-002', { claims: [] })),
    allows: ['ESCALATE'],
  },
  'a feature claims what the contract does not have': {
    shelf: { ...two, contract: one.contract },
    allows: ['ESCALATE'],
  },
  'the cap is reached': {
    shelf: two,
    story: [works('F-001', { usd: 9 })],
    told: { caps: { usd: 9, tokens: null, warnAt: 0.8 } },
    allows: ['ESCALATE'],
  },
  'the cap is reached, and a call is under way': {
    shelf: one,
    story: [meanwhile, isStopped(20_000)],
    told: { caps: { usd: null, tokens: 20_000, warnAt: 0.8 } },
    allows: [],
  },
}
