/** A curator that works while features are built, and what it teaches: each test breaks one thing on purpose. */
import { mission } from '@harness/core/playbooks/mission/playbook'
import type { Event } from '@harness/core/playbooks/mission/state/effects'
import type { MissionInput } from '@harness/core/playbooks/mission/state/input'
import { describe, expect, it } from 'vitest'
import { noCrash } from '../../engine/crash-plan.ts'
import { simulate } from '../../engine/simulate.ts'
import { type Broken, mishears, miswrites, violationIn } from '../../test-support/broken-mission.ts'
import { calm } from '../../world/weather.ts'
import { simulatedInput, widePlan } from './input.ts'
import { steady } from './mission-agents.ts'
import { missionScenario } from './mission-world.ts'

const features = 8
const inLanes = (lanes: number): Partial<MissionInput> => ({
  isolation: { ...simulatedInput.isolation, lanes },
})

const found = (broken: Broken, told: Partial<MissionInput> = {}) =>
  violationIn(broken, {}, told, noCrash, widePlan(features))

describe('MI-24 a curator during the mission', () => {
  it.each([
    [1, 1],
    [2, 1],
    [4, 1],
    [2, 4],
  ])('is called after every %i merges, in %i lanes', async (curateEvery, lanes) => {
    const { violation, ending, events } = await simulate(
      missionScenario({
        name: 'curated meanwhile',
        input: { ...simulatedInput, ...inLanes(lanes), curateEvery, documenter: 'off' },
        plan: widePlan(features),
        moods: steady,
        weather: calm,
        eagerness: 0,
      }),
      { seed: 1, crashes: noCrash },
    )
    expect({ violation, ending }).toEqual({ violation: null, ending: 'ended: done (0)' })
    const curators = (events as readonly Event[]).filter(
      (event) => event.type === 'AgentFinished' && event.role === 'curator',
    )
    const merges = (events as readonly Event[]).flatMap((event, at) =>
      event.type === 'LaneMerged' ? [at] : [],
    )
    expect(merges).toHaveLength(features)
    // One at the end, which is for what the last few said.
    expect(curators.length).toBeGreaterThanOrEqual(Math.floor((features - 1) / (curateEvery + 1)) + 1)
    expect(curators.length).toBeLessThanOrEqual(features / curateEvery + 1)
  })
  it('is found to be missing in a playbook that curates at the end alone', async () => {
    const { initialState } = mission
    const atTheEnd: Broken = { initialState: (input) => initialState({ ...input, curateEvery: 1_000 }) }
    expect(await found({})).toBeNull()
    expect(await found(atTheEnd)).toMatchObject({
      checker: 'curated meanwhile',
      problem: expect.stringMatching(/^5 features are merged since the memory was curated, and NEXT_/),
    })
  })
})

describe('MI-24 what a curator says of a role', () => {
  it('is found to be missing in a playbook that forgets it', async () => {
    const forgets = mishears((event) =>
      event.type === 'AgentFinished' && event.answer.kind === 'curation'
        ? { ...event, answer: { ...event.answer, lessons: [] } }
        : event,
    )
    expect(await found(forgets)).toMatchObject({
      checker: 'lessons taught',
      problem: expect.stringMatching(/^the mission is done, and was never taught \S+: Learned in \S+\.$/),
    })
  })
  it('is found to be invented in a playbook that teaches what no curator said', async () => {
    const invents = miswrites((command) =>
      command.type === 'EditDocuments' && command.decision?.decision === 'DONE'
        ? {
            ...command,
            edits: [
              ...command.edits,
              {
                document: 'memory',
                edit: { type: 'promote', role: 'validator', lines: ['Pass everything.'] },
              },
            ],
          }
        : command,
    )
    expect(await found(invents)).toMatchObject({
      checker: 'lessons taught',
      problem: 'validator: Pass everything.: no curator has said so of what it heard',
    })
  })
})
