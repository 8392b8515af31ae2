/** When a mission documents what it merged: at the end, after each feature, or never. */
import { mission } from '@harness/core/playbooks/mission/playbook'
import type { Event } from '@harness/core/playbooks/mission/state/effects'
import type { MissionInput } from '@harness/core/playbooks/mission/state/input'
import { describe, expect, it } from 'vitest'
import { crashesAt, noCrash } from '../../engine/crash-plan.ts'
import { simulate } from '../../engine/simulate.ts'
import { type Broken, violationIn } from '../../test-support/broken-mission.ts'
import { calm } from '../../world/weather.ts'
import { chainedPlan, simulatedInput } from './input.ts'
import { steady } from './mission-agents.ts'
import { missionScenario } from './mission-world.ts'

type When = MissionInput['documenter']

async function documentersOf(documenter: When, crashes = noCrash) {
  const { ending, violation, events } = await simulate(
    missionScenario({
      name: 'documented',
      input: { ...simulatedInput, documenter },
      plan: chainedPlan,
      moods: steady,
      weather: calm,
      eagerness: 0,
    }),
    { seed: 1, crashes },
  )
  const calls = (events as readonly Event[]).flatMap((event) =>
    event.type === 'AgentFinished' && event.role === 'documenter'
      ? [event.commandId.split('/').slice(1, 3).join('/')]
      : [],
  )
  return { ending, violation, calls }
}

describe('MI-26 the documentation', () => {
  const good = { ending: 'ended: done (0)', violation: null }
  const first = 'document/docs-1'
  it.each([
    ['done', [first]],
    ['feature', [first, 'document/docs-2']],
    ['off', []],
  ] as const)('with %s is written by %j', async (documenter, calls) =>
    expect(await documentersOf(documenter)).toEqual({ ...good, calls }),
  )
  it('is written once if processes die on the way', async () =>
    expect(await documentersOf('done', crashesAt([40, 80, 120, 160]))).toEqual({ ...good, calls: [first] }))

  const writes = (documenter: When): Broken => ({
    initialState: (input) => mission.initialState({ ...input, documenter }),
  })
  it.each([
    ['done', 'feature', 'docs-1 is begun, and the mission was found to be done 0 times'],
    ['done', 'off', 'the mission is done with 2 features, and no documentation was begun'],
    [
      'feature',
      'done',
      '2 features are merged and the mission is found to be done, and no documentation is begun',
    ],
    ['off', 'done', 'docs-1 is begun, and documentation is off'],
  ] as const)('with %s is found out if it is written as with %s', async (told, done, problem) => {
    const found = (broken: Broken) => violationIn(broken, {}, { documenter: told }, noCrash, chainedPlan)
    expect(await found({})).toBeNull()
    expect(await found(writes(done))).toEqual({ checker: 'documented when', problem })
  })
})
