import type { Playbook } from '@harness/core/kernel/playbook'
import type { Command } from '@harness/core/playbooks/handbook-generation/effects'
import type { GenerationInput } from '@harness/core/playbooks/handbook-generation/input'
import { handbookGeneration } from '@harness/core/playbooks/handbook-generation/playbook'
import type { GenerationState } from '@harness/core/playbooks/handbook-generation/state'
import type { AnyCodec } from '@harness/formats/documents/codec/document-codec'
import { plannedHandbookCodec } from '@harness/formats/documents/handbook/planned-handbook-codec'
import { describe, expect, it } from 'vitest'
import { noCrash } from '../../engine/crash-plan.ts'
import { simulate } from '../../engine/simulate.ts'
import { heldAtBoundaries, heldInSeeds } from '../../test-support/held.ts'
import { calm } from '../../world/weather.ts'
import { steady } from './generation-agents.ts'
import { type GenerationStory, generationScenario } from './generation-world.ts'
import { handbookKey, plainInput } from './input.ts'

const plain = (more: Partial<GenerationStory> = {}) =>
  generationScenario({
    name: 'all goes well',
    input: plainInput,
    moods: steady,
    weather: calm,
    eagerness: 0,
    ...more,
  })

describe('HB-42, HB-43 what must be true of every generation of a handbook', () =>
  heldInSeeds(
    'handbook-generation',
    [
      'phase: over',
      'agent: trouble',
      'agent: prose',
      'agent: strays',
      'agent: invents',
      'person writes a handbook',
      'person takes PRODUCT.md away',
      'person stops the run',
    ],
    100,
  ))

describe('QA-01 a crash at every boundary of a generation', () =>
  heldAtBoundaries(
    plain,
    ({ traces }) => expect(traces).toContainEqual([handbookKey, expect.any(String)]),
    1,
  ))

describe('what must be true of a generation is found out when it is not', () => {
  const violationIn = async (more: Partial<GenerationStory>, seed = 1) =>
    (await simulate(plain(more), { seed, crashes: noCrash })).violation
  const evolving = (change: (next: GenerationState, before: GenerationState) => GenerationState) => {
    const playbook: Playbook<GenerationInput, GenerationState, Command> = {
      ...handbookGeneration,
      evolve: (state, event) => change(handbookGeneration.evolve(state, event), state),
    }
    return { playbook }
  }

  it('HB-42 the plan of a planner that changed files', async () => {
    const trusting = {
      ...handbookGeneration,
      evolve: ((state, event) =>
        handbookGeneration.evolve(
          state,
          event.type === 'AgentFinished' ? { ...event, violation: null } : event,
        )) as (typeof handbookGeneration)['evolve'],
    }
    expect(await violationIn({ moods: { ...steady, strays: 1 } })).toBeNull()
    expect(await violationIn({ moods: { ...steady, strays: 1 }, playbook: trusting })).toMatchObject({
      checker: 'written honestly',
      problem: 'a plan is written that is void',
    })
  })

  it('HB-42 a lane that is left', async () =>
    expect(
      await violationIn(evolving((next) => (next.phase === 'close' ? { ...next, phase: 'over' } : next))),
    ).toMatchObject({ problem: 'the lane of the planner is left' }))

  it('HB-43 a handbook of a person that is overwritten', async () => {
    const overwriting: AnyCodec = {
      ...(plannedHandbookCodec as AnyCodec),
      rewrite: (texts, edits, world) => {
        const replacing = edits.map((edit) => ({ ...(edit as object), replace: true }))
        const written = (plannedHandbookCodec as AnyCodec).rewrite?.(texts, replacing, world)
        return {
          texts: (written?.texts ?? []).map((text) => ({ ...text, keepsOld: false })),
          refused: written?.refused ?? [],
        }
      },
    }
    const found = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => violationIn({ eagerness: 0.3, codec: overwriting }, seed)),
    )
    expect(found).toContainEqual(expect.objectContaining({ checker: 'people keep theirs' }))
  })
})
