/** What a person refused is found out to be done all the same: each test breaks one thing on purpose. */
import type { MissionInput } from '@harness/core/playbooks/mission/state/input'
import { describe, expect, it } from 'vitest'
import { noCrash } from '../../engine/crash-plan.ts'
import { imagines, mishears, violationIn } from '../../test-support/broken-mission.ts'
import { plainPlan, simulatedInput } from './input.ts'

describe('MI-03 refusals hold', () => {
  const forgets = imagines(({ firings, facts, ...state }) => ({
    ...state,
    firings: [],
    facts: { ...facts, fired: [...facts.fired, ...firings.map(({ name }) => name)] },
  }))
  const asked = (triggerOn: MissionInput['checkpoints'][number]['triggerOn']) => ({
    checkpoints: [{ name: 'look', triggerOn, features: null }],
  })
  /** A seed whose first answer is a refusal. */
  const refused = 2
  const granted = 1
  it.each([
    ['post-planner', `${simulatedInput.runId}/work/F-001/1 works on the plan`],
    ['feature-claim:A', `${simulatedInput.runId}/work/F-002/1 begins F-002`],
    ['pre-merge', 'F-002 is merged'],
    ['post-feature', 'the mission is done'],
    ['pre-done', 'the mission is done'],
  ] as const)('finds a playbook that forgets what was refused at %s', async (triggerOn, deed) => {
    const told = asked(triggerOn)
    expect(await violationIn({}, {}, told, noCrash, plainPlan, refused)).toBeNull()
    expect(await violationIn(forgets, {}, told, noCrash, plainPlan, refused)).toMatchObject({
      checker: 'refusals hold',
      problem: `${deed}, and a person refused look`,
    })
  })
  it('finds one that asks again what was granted', async () =>
    expect(
      await violationIn(
        mishears((event) =>
          event.type === 'GateAnswered' ? { ...event, answer: { ...event.answer, choice: 'refuse' } } : event,
        ),
        {},
        asked('post-planner'),
        noCrash,
        plainPlan,
        granted,
      ),
    ).toMatchObject({
      checker: 'refusals hold',
      problem: 'the checkpoint look asks again, and no person refused it',
    }))
})
