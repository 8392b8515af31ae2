import type { SpecState } from '@harness/core/playbooks/spec/state'
import type { AnyCodec } from '@harness/formats/documents/codec/document-codec'
import { specCodec } from '@harness/formats/documents/spec/spec-codec'
import { describe, expect, it } from 'vitest'
import { noCrash } from '../../engine/crash-plan.ts'
import { simulate } from '../../engine/simulate.ts'
import { heldAtBoundaries, heldInSeeds } from '../../test-support/held.ts'
import { calm } from '../../world/weather.ts'
import { plainInput } from './input.ts'
import { steady } from './spec-agents.ts'
import { production, type SpecStory, specScenario } from './spec-world.ts'

const plain = (more: Partial<SpecStory> = {}) =>
  specScenario({
    name: 'all goes well',
    input: plainInput,
    moods: steady,
    weather: calm,
    eagerness: 0,
    choice: 'answer',
    ...more,
  })

describe('WF-17 what must be true of every spec', () =>
  heldInSeeds(
    'spec',
    [
      'phase: over',
      'phase: revise',
      'agent: trouble',
      'agent: empty',
      'agent: strays',
      'agent: sloppy',
      'person answers answer',
      'person answers enough',
      'person answers stop',
      'person answers scan',
      'person writes a draft',
      'person stops the run',
    ],
    100,
  ))

describe('QA-01 WF-17 a crash at every boundary of a deep spec', () =>
  heldAtBoundaries(plain, ({ traces }, calmly) => expect(traces).toEqual(calmly.traces), 4))

describe('what must be true of a spec is found out when it is not', () => {
  const violationIn = async (more: Partial<SpecStory>, seed = 1) =>
    (await simulate(plain(more), { seed, crashes: noCrash })).violation
  type Decide = (typeof production)['decide']
  const deciding = (change: (decision: ReturnType<Decide>, state: SpecState) => ReturnType<Decide>) => {
    const decide: Decide = (state) => change(production.decide(state), state)
    return { playbook: { ...production, decide } }
  }

  it('WF-17 an analyst that is told what another one wrote', async () => {
    const telling = deciding((decision, state) => {
      if (state.phase !== 'analyse' || decision.type === 'end') return decision
      const seen = state.seats.flatMap(({ text }) => text ?? [])
      const slice = { label: 'Others', stability: 'call', text: seen.join('\n') } as const
      const commands = decision.commands.map((one) =>
        one.type === 'RunAgent' ? { ...one, slices: [...one.slices, slice] } : one,
      )
      return { ...decision, commands }
    })
    // An analyst that is asked again sees more than the others did.
    const moods = { ...steady, empty: 0.5 }
    const found = await Promise.all([1, 2, 3, 4].map((seed) => violationIn({ ...telling, moods }, seed)))
    expect(found).toContainEqual({
      checker: 'independent',
      problem: expect.stringContaining('sees an analysis'),
    })
  })

  it('WF-17 a document outside the folder', async () =>
    expect(
      await violationIn(
        deciding((decision, state) =>
          state.phase === 'write' && state.hurdle === null
            ? production.decide({ ...state, files: { ...state.files, 'README.md': 'x' } })
            : decision,
        ),
      ),
    ).toMatchObject({ problem: 'checkout:README.md is outside the folder' }))

  it('WF-17 a file of a person that is overwritten', async () => {
    const overwriting: AnyCodec = {
      ...(specCodec as AnyCodec),
      rewrite: (texts, edits, world) =>
        (specCodec as AnyCodec).rewrite?.(
          texts.map(() => null),
          edits,
          world,
        ) ?? { texts: [], refused: [] },
    }
    const found = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => violationIn({ eagerness: 0.3, codec: overwriting }, seed)),
    )
    expect(found).toContainEqual(expect.objectContaining({ checker: 'kept to its folder' }))
  })
})
