import { planningPlaybook } from '@harness/core/playbooks/planning/playbook'
import type { AnyCodec } from '@harness/formats/documents/codec/document-codec'
import { newPlansCodec } from '@harness/formats/documents/planning/new-plans-codec'
import { describe, expect, it } from 'vitest'
import { noCrash } from '../../engine/crash-plan.ts'
import { simulate } from '../../engine/simulate.ts'
import { heldAtBoundaries, heldInSeeds } from '../../test-support/held.ts'
import { calm } from '../../world/weather.ts'
import { proposalsOf } from './input.ts'
import { steady } from './planning-agents.ts'
import { type PlanningStory, planningScenario } from './planning-world.ts'

const plain = (more: Partial<PlanningStory> = {}) =>
  planningScenario({ name: 'all goes well', moods: steady, weather: calm, eagerness: 0, ...more })

describe('DL-19 what must be true of every planning', () =>
  heldInSeeds(
    'planning',
    [
      'phase: over',
      'agent: trouble',
      'agent: prose',
      'agent: strays',
      'agent: circles',
      'person writes a plan',
      'person stops the run',
    ],
    100,
  ))

describe('QA-01 DL-19 a crash at every boundary of a planning', () =>
  heldAtBoundaries(plain, ({ traces }, calmly) => expect(traces).toEqual(calmly.traces), 4))

describe('what must be true of a planning is found out when it is not', () => {
  const violationIn = async (more: Partial<PlanningStory>, seed = 1) =>
    (await simulate(plain(more), { seed, crashes: noCrash })).violation

  it('DL-19 a plan that stays unwritten', async () => {
    const codec: AnyCodec = {
      ...(newPlansCodec as AnyCodec),
      rewrite: (texts, edits, world) => {
        const written = (newPlansCodec as AnyCodec).rewrite?.(texts, edits, world)
        return { texts: written?.texts.slice(1) ?? [], refused: [] }
      },
    }
    expect(await violationIn({ codec })).toMatchObject({ problem: expect.stringContaining('only ') })
  })

  it('DL-19 plans that nobody proposed', async () => {
    const playbook = {
      ...planningPlaybook,
      decide: (state: Parameters<typeof planningPlaybook.decide>[0]) =>
        planningPlaybook.decide(
          state.at.phase === 'write'
            ? { ...state, at: { ...state.at, proposals: proposalsOf('another') } }
            : state,
        ),
    }
    expect(await violationIn({ playbook })).toMatchObject({ problem: 'plans are written that are void' })
  })
})
