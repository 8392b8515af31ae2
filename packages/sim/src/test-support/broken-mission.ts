/** Test support: missions whose playbook is broken on purpose, and what is found out about them. */

import type { Playbook } from '@harness/core/kernel/playbook'
import { mission } from '@harness/core/playbooks/mission/playbook'
import type { PlannedMission } from '@harness/core/playbooks/mission/state/answers'
import type { Command, Event } from '@harness/core/playbooks/mission/state/effects'
import type { MissionInput } from '@harness/core/playbooks/mission/state/input'
import type { MissionState } from '@harness/core/playbooks/mission/state/state'
import { type CrashPlan, noCrash } from '../engine/crash-plan.ts'
import { simulate } from '../engine/simulate.ts'
import { plainPlan, simulatedInput } from '../playbooks/mission/input.ts'
import { type Moods, steady } from '../playbooks/mission/mission-agents.ts'
import { missionScenario } from '../playbooks/mission/mission-world.ts'
import { calm } from '../world/weather.ts'

export type Broken = Partial<Playbook<MissionInput, MissionState, Command>>

export async function violationIn(
  broken: Broken,
  moods: Partial<Moods> = {},
  told: Partial<MissionInput> = {},
  crashes: CrashPlan = noCrash,
  plan: PlannedMission = plainPlan,
  seed = 1,
) {
  const scenario = missionScenario({
    name: 'a broken playbook',
    input: { ...simulatedInput, smoke: null, ...told },
    plan,
    moods: { ...steady, ...moods },
    weather: calm,
    eagerness: 0,
    playbook: { ...mission, ...broken },
  })
  return (await simulate(scenario, { seed, crashes })).violation
}

/** The production evolve, told something else than what happened. */
export const mishears = (change: (event: Event) => Event): Broken => ({
  evolve: (state, event) => mission.evolve(state, change(event)),
})
/** The production evolve, which then believes something else. */
export const imagines = (change: (state: MissionState) => MissionState): Broken => ({
  evolve: (state, event) => change(mission.evolve(state, event)),
})
/** The production decider, whose commands come out wrong. */
export const miswrites = (change: (command: Command) => Command): Broken => ({
  decide: (state) => {
    const decision = mission.decide(state)
    return decision.type === 'perform' ? { ...decision, commands: decision.commands.map(change) } : decision
  },
})
