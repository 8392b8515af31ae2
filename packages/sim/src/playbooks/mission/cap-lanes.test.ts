/** Four lanes under a cap that is far away take as long as without one, to the millisecond of simulated time. */
import { capReached, isCalled, isCalling } from '@harness/core/playbooks/mission/decisions/caps'
import { mission } from '@harness/core/playbooks/mission/playbook'
import type { Event } from '@harness/core/playbooks/mission/state/effects'
import type { CostCaps } from '@harness/core/playbooks/mission/state/input'
import type { MissionState } from '@harness/core/playbooks/mission/state/state'
import { describe, expect, it } from 'vitest'
import { noCrash } from '../../engine/crash-plan.ts'
import { simulate } from '../../engine/simulate.ts'
import type { Broken } from '../../test-support/broken-mission.ts'
import { calm } from '../../world/weather.ts'
import { simulatedInput, widePlan } from './input.ts'
import { steady } from './mission-agents.ts'
import { missionScenario } from './mission-world.ts'

const uncapped: CostCaps = { usd: null, tokens: null, warnAt: 0.8 }
/** A tenth of it, held for a call of unknown price, fits four times. */
const far: readonly CostCaps[] = [
  { ...uncapped, usd: 1_000 },
  { ...uncapped, tokens: 100_000_000 },
  { ...uncapped, usd: 1_000, tokens: 100_000_000 },
]

async function inFourLanes(caps: CostCaps, seed: number, broken: Broken = {}) {
  const { ending, violation, events } = await simulate(
    missionScenario({
      name: 'four lanes',
      input: {
        ...simulatedInput,
        smoke: null,
        caps,
        isolation: { ...simulatedInput.isolation, lanes: 4 },
      },
      plan: widePlan(8),
      moods: steady,
      weather: calm,
      eagerness: 0,
      playbook: { ...mission, ...broken },
    }),
    { seed, crashes: noCrash },
  )
  let [working, most] = [0, 0]
  for (const event of events as readonly Event[]) {
    if (event.type === 'CommandIssued' && event.command.type === 'RunAgent') working++
    if (event.type === 'AgentFinished') working--
    most = Math.max(most, working)
  }
  return { ending, violation, events: events.length, endedAt: events.at(-1)?.at, most }
}

const isCapped = ({ input: { caps } }: MissionState): boolean => caps.usd !== null || caps.tokens !== null

/** Under a cap it calls an agent only if no other is under way. */
const oneAtATime: Broken = {
  decide(state) {
    const decision = mission.decide(state)
    if (!isCapped(state) || capReached(state) || decision.type !== 'perform') return decision
    let isBusy = isCalling(state)
    const commands = decision.commands.filter(({ type, id }) => {
      if (type !== 'RunAgent' || isCalled(state, id)) return true
      const mayBegin = !isBusy
      isBusy = true
      return mayBegin
    })
    return { ...decision, commands }
  },
}

describe('MI-21 four lanes under a cap that is far away', () => {
  const seeds = [1, 2, 3]
  it.each(seeds)('are as fast as without it, with the same records (seed %i)', async (seed) => {
    const without = await inFourLanes(uncapped, seed)
    expect(without).toMatchObject({ ending: 'ended: done (0)', violation: null, most: 4 })
    for (const caps of far) expect(await inFourLanes(caps, seed), JSON.stringify(caps)).toEqual(without)
  })
  it('are found to be slower in a playbook that calls one agent at a time under a cap', async () => {
    const without = await inFourLanes(uncapped, 1, oneAtATime)
    expect(without).toEqual(await inFourLanes(uncapped, 1))
    for (const caps of far) {
      const capped = await inFourLanes(caps, 1, oneAtATime)
      expect(capped).toMatchObject({ ending: 'ended: done (0)', violation: null, most: 1 })
      expect(capped.endedAt).toBeGreaterThan(without.endedAt ?? Number.POSITIVE_INFINITY)
    }
  })
})
