import { siteReversePlaybook } from '@harness/core/playbooks/site-reverse/playbook'
import type { AnyCodec } from '@harness/formats/documents/codec/document-codec'
import { newSpecCodec } from '@harness/formats/documents/site/new-spec-codec'
import { describe, expect, it } from 'vitest'
import { noCrash } from '../../engine/crash-plan.ts'
import { simulate } from '../../engine/simulate.ts'
import { heldAtBoundaries, heldInSeeds } from '../../test-support/held.ts'
import { calm } from '../../world/weather.ts'
import { analysisOf } from './input.ts'
import { steady } from './site-agents.ts'
import { type SiteStory, siteScenario } from './site-world.ts'

const plain = (more: Partial<SiteStory> = {}) =>
  siteScenario({ name: 'all goes well', moods: steady, weather: calm, eagerness: 0, ...more })

describe('DL-22 what must be true of every site-reverse', () =>
  heldInSeeds(
    'site-reverse',
    [
      'phase: over',
      'agent: trouble',
      'agent: prose',
      'agent: strays',
      'agent: invents',
      'person writes a spec',
      'person stops the run',
    ],
    100,
  ))

describe('QA-01 DL-22 a crash at every boundary of a site-reverse', () =>
  heldAtBoundaries(plain, ({ traces }, calmly) => expect(traces).toEqual(calmly.traces), 4))

describe('what must be true of a site-reverse is found out when it is not', () => {
  const violationIn = async (more: Partial<SiteStory>, seed = 1) =>
    (await simulate(plain(more), { seed, crashes: noCrash })).violation

  it('DL-22 a file that stays unwritten', async () => {
    const codec: AnyCodec = {
      ...(newSpecCodec as AnyCodec),
      rewrite: (texts, edits, world) => {
        const written = (newSpecCodec as AnyCodec).rewrite?.(texts, edits, world)
        return { texts: written?.texts.slice(1) ?? [], refused: [] }
      },
    }
    expect(await violationIn({ codec })).toMatchObject({ problem: expect.stringContaining('only ') })
  })

  it('DL-22 a spec that no analyst answered', async () => {
    const playbook = {
      ...siteReversePlaybook,
      decide: (state: Parameters<typeof siteReversePlaybook.decide>[0]) =>
        siteReversePlaybook.decide(
          state.at.phase === 'write'
            ? { ...state, at: { ...state.at, analysis: analysisOf('another') } }
            : state,
        ),
    }
    expect(await violationIn({ playbook })).toMatchObject({ problem: 'a spec is written that is void' })
  })
})
