/** Owns the steps that simulated missions take: a mission's end lies further off than drawn ends of commands get. */

import { isRunEvent } from '@harness/core/kernel/event'
import { invariant } from '@harness/core/kernel/invariant'
import type { Event as MissionEvent } from '@harness/core/playbooks/mission/effects'
import type { MissionInput } from '@harness/core/playbooks/mission/input'
import { mission } from '@harness/core/playbooks/mission/playbook'
import type { MissionState } from '@harness/core/playbooks/mission/state'
import { noCrash } from '../engine/crash-plan.ts'
import { simulate } from '../engine/simulate.ts'
import { randomMission } from '../playbooks/mission/random-mission.ts'
import type { Step } from './explore.ts'

export async function* simulatedSteps(seeds: number): AsyncGenerator<Step<MissionState>> {
  for (let seed = 1; seed <= seeds; seed++) {
    const { events } = await simulate(randomMission(seed), { seed, crashes: noCrash })
    const [first] = events
    invariant(isRunEvent(first, 'RunStarted'), 'a simulated run begins')
    let before = mission.initialState(first.input as MissionInput)
    for (const event of events) {
      const after = mission.evolve(before, event as MissionEvent)
      yield { before, event, after }
      before = after
    }
  }
}
