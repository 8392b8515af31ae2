/** Twelve features that all edit one file: they land one at a time, and a conflict costs one call of a worker. */
import { isOutcome } from '@harness/core/kernel/event'
import { subjectIn } from '@harness/core/kernel/ids'
import { mission } from '@harness/core/playbooks/mission/playbook'
import type { Event } from '@harness/core/playbooks/mission/state/effects'
import { describe, expect, it } from 'vitest'
import { crashesAt, noCrash } from '../../engine/crash-plan.ts'
import { simulate } from '../../engine/simulate.ts'
import { type Broken, imagines } from '../../test-support/broken-mission.ts'
import { calm } from '../../world/weather.ts'
import { simulatedInput, widePlan } from './input.ts'
import { steady } from './mission-agents.ts'
import { missionScenario } from './mission-world.ts'

const oneFile = async (lanes: number, slow: string | undefined, broken: Broken = {}, crashes = noCrash) => {
  const { ending, violation, events } = await simulate(
    missionScenario({
      name: 'one hot file',
      input: {
        ...simulatedInput,
        smoke: null,
        planReviewer: false,
        isolation: { ...simulatedInput.isolation, lanes },
      },
      plan: widePlan(12),
      moods: { ...steady, shared: 1 },
      weather: calm,
      eagerness: 0,
      ...(slow === undefined ? {} : { slow }),
      playbook: { ...mission, ...broken },
    }),
    { seed: 1, crashes },
  )
  const workers = new Map<string, number>()
  let questions = 0
  for (const event of events as readonly Event[]) {
    if (event.type === 'CommandIssued' && event.command.type === 'AskHuman') questions++
    if (!isOutcome(event) || event.type !== 'AgentFinished' || event.role !== 'worker') continue
    const subject = subjectIn(event.commandId)
    workers.set(subject, (workers.get(subject) ?? 0) + 1)
  }
  return { ending, violation, questions, features: workers.size, most: Math.max(...workers.values()) }
}

const plain = { ending: 'ended: done (0)', violation: null, questions: 0, features: 12 }

describe('MI-20 twelve features that all edit one file', () => {
  it('one after the other need no second call of a worker', async () =>
    expect(await oneFile(1, undefined)).toEqual({ ...plain, most: 1 }))
  it.each([2, 4, 8])(
    'finish in %i lanes without a person, with one more call of a worker each',
    async (lanes) => expect(await oneFile(lanes, undefined)).toEqual({ ...plain, most: 2 }),
  )
  it.each([2, 4, 8])('finish in %i lanes so with a worker that takes twenty times as long', async (lanes) =>
    expect(await oneFile(lanes, 'F-002')).toEqual({ ...plain, most: 2 }),
  )
  it('finish so if processes die on the way', async () =>
    expect(await oneFile(4, 'F-002', {}, crashesAt([40, 90, 140, 190, 240]))).toMatchObject({
      ...plain,
      most: expect.toSatisfy((most: number) => most <= 2),
    }))
  it('need more calls in a playbook that lets others land while a conflict is resolved', async () => {
    const letsOthersLand = imagines((state) => ({
      ...state,
      flights: state.flights.map((flight) =>
        flight.step.type === 'resolve' ? { ...flight, step: { type: 'work' } } : flight,
      ),
    }))
    const { most } = await oneFile(8, 'F-002', letsOthersLand)
    expect(most).toBeGreaterThan(2)
  })
})
