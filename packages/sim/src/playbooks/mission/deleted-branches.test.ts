/** Deleting a kept branch merges nothing: a run that takes it for a merge is found out. */
import { mission } from '@harness/core/playbooks/mission/playbook'
import { expect, it } from 'vitest'
import { noCrash } from '../../engine/crash-plan.ts'
import { simulate } from '../../engine/simulate.ts'
import { type Broken, miswrites } from '../../test-support/broken-mission.ts'
import { calm } from '../../world/weather.ts'
import { chainedPlan, simulatedInput } from './input.ts'
import { steady } from './mission-agents.ts'
import { missionScenario } from './mission-world.ts'

/** A seed whose person deletes the branch of F-001 before it is merged. */
const deletesFirst = 11

const violationIn = async (broken: Broken, seed: number) =>
  (
    await simulate(
      missionScenario({
        name: 'a kept branch is deleted',
        input: { ...simulatedInput, smoke: null, isolation: { ...simulatedInput.isolation, onPass: 'keep' } },
        plan: chainedPlan,
        moods: steady,
        weather: calm,
        eagerness: 0,
        mergeEagerness: 0.5,
        playbook: { ...mission, ...broken },
      }),
      { seed, crashes: noCrash },
    )
  ).violation

it('MI-28 finds a playbook that forgets what was not merged', async () => {
  const forgets = miswrites((command) =>
    command.type === 'LookAtBase' ? { ...command, known: [] } : command,
  )
  expect(await violationIn({}, deletesFirst)).toBeNull()
  expect(await violationIn(forgets, deletesFirst)).toMatchObject({
    checker: 'built on base',
    problem: 'F-002 is begun on a base without F-001',
  })
})
