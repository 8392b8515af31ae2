/** Who looks at the product starts it, and it writes: nothing of that is merged, and no answer is lost by it. */
import type { Command } from '@harness/core/playbooks/mission/state/effects'
import { describe, expect, it } from 'vitest'
import { noCrash } from '../../engine/crash-plan.ts'
import { simulate } from '../../engine/simulate.ts'
import { miswrites, violationIn } from '../../test-support/broken-mission.ts'
import { calm } from '../../world/weather.ts'
import { plainPlan, simulatedInput } from './input.ts'
import { steady } from './mission-agents.ts'
import { missionScenario } from './mission-world.ts'

const server = { run: 'npm start', url: 'http://localhost:1', readyMs: 1000 }
const allLook = { crosscheck: true, uiQa: { server, routes: ['/'] } }

describe('MI-23 roles that look at the product', () => {
  it('write as they like, and the mission is done with what its workers wrote', async () => {
    const { ending, violation, traces } = await simulate(
      missionScenario({
        name: 'a product that writes',
        input: { ...simulatedInput, ...allLook },
        plan: plainPlan,
        moods: { ...steady, writes: 1 },
        weather: calm,
        eagerness: 0,
      }),
      { seed: 1, crashes: noCrash },
    )
    expect({ ending, violation }).toEqual({ ending: 'ended: done (0)', violation: null })
    expect(traces).toMatchObject({ files: ['README.md', 'src/F-001.js', 'src/F-002.js'] })
  })
  const inTheLane = (role: string) =>
    miswrites((command): Command => {
      if (command.type !== 'RunAgent' || command.role !== role) return command
      const { copy: _, ...inLane } = command
      return inLane
    })
  it.each(['validator', 'ui-qa', 'crosscheck'])(
    'are found out if the %s does so in the lane',
    async (role) => {
      expect(await violationIn(inTheLane(role), { writes: 1 }, allLook)).toMatchObject({
        checker: 'looks in copies',
        problem: expect.stringMatching(/F-00\d\/1 has written in F-00\d, and its answer is void$/),
      })
      expect(await violationIn({}, { writes: 1 }, allLook)).toBeNull()
    },
  )
})
