import { fidelityPlaybook } from '@harness/core/playbooks/fidelity/playbook'
import { describe, expect, it } from 'vitest'
import { noCrash } from '../../engine/crash-plan.ts'
import { simulate } from '../../engine/simulate.ts'
import { heldAtBoundaries, heldInSeeds } from '../../test-support/held.ts'
import { calm } from '../../world/weather.ts'
import { steady } from './fidelity-agents.ts'
import { type FidelityStory, fidelityScenario } from './fidelity-world.ts'

const plain = (more: Partial<FidelityStory> = {}) =>
  fidelityScenario({
    name: 'all goes well',
    moods: steady,
    weather: calm,
    eagerness: 0,
    isUnderReview: true,
    accepts: false,
    ...more,
  })

describe('DL-17 what must be true of every audit', () =>
  heldInSeeds(
    'fidelity',
    [
      'over: audited',
      'over: accepted',
      'over: refused',
      'phase: hold',
      'phase: lift',
      'agent: trouble',
      'agent: prose',
      'agent: strays',
      'agent: claims',
      'agent: drift',
      'person stops the run',
    ],
    100,
  ))

describe('QA-01 DL-17 a crash at every boundary of an audit', () =>
  heldAtBoundaries(plain, ({ traces }, calmly) => expect(traces).toEqual(calmly.traces), 4))

describe('QA-01 DL-17 a crash at every boundary of an acceptance', () => {
  it('DL-17 ends with the plans active again', async () => {
    const { violation, ending, traces } = await simulate(plain({ accepts: true }), {
      seed: 1,
      crashes: noCrash,
    })
    expect([violation, ending, traces]).toEqual([
      null,
      'ended: done (0)',
      ['0003', '0004', 'state:fidelity-reports/accepted-main.json'],
    ])
  })
})

describe('what must be true of an audit is found out when it is not', () => {
  type Decide = typeof fidelityPlaybook.decide
  const deciding = (change: (state: Parameters<Decide>[0]) => Parameters<Decide>[0]) => ({
    playbook: {
      ...fidelityPlaybook,
      decide: (state: Parameters<Decide>[0]) => fidelityPlaybook.decide(change(state)),
    },
  })
  const violationIn = async (more: Partial<FidelityStory>) =>
    (await simulate(plain({ isUnderReview: false, ...more }), { seed: 1, crashes: noCrash })).violation

  it('DL-17 plans that are blocked without an audit above the threshold', async () => {
    const harsh = deciding((state) =>
      state.at.phase === 'close' && state.at.result.how === 'audited'
        ? { ...state, at: { ...state.at.result, phase: 'hold' } }
        : state,
    )
    expect(await violationIn(harsh)).toMatchObject({
      problem: 'plans are blocked without an audit above the threshold',
    })
  })

  it('DL-17 drift that is passed over', async () => {
    const mild = deciding((state) =>
      state.at.phase === 'over' && state.at.result.how === 'audited'
        ? {
            ...state,
            at: {
              ...state.at,
              result: { ...state.at.result, report: { ...state.at.result.report, score: 0 } },
            },
          }
        : state,
    )
    expect(await violationIn({ ...mild, moods: { ...steady, drift: 1 } })).toMatchObject({
      problem: 'it is done, and no audit was fine',
    })
  })
})
