import { releasePlaybook } from '@harness/core/playbooks/release/playbook'
import { describe, expect, it } from 'vitest'
import { noCrash } from '../../engine/crash-plan.ts'
import { simulate } from '../../engine/simulate.ts'
import { heldAtBoundaries, heldInSeeds } from '../../test-support/held.ts'
import { calm } from '../../world/weather.ts'
import { type ReleaseStory, releaseScenario } from './release-world.ts'

const plain = (more: Partial<ReleaseStory> = {}) =>
  releaseScenario({ name: 'all goes well', weather: calm, eagerness: 0, isDelivered: true, ...more })

describe('DL-18 what must be true of every release gate', () =>
  heldInSeeds('release', ['phase: over', 'ready', 'not ready', 'person stops the run'], 100))

describe('QA-01 DL-18 a crash at every boundary of a release gate', () =>
  heldAtBoundaries(plain, ({ violation }) => expect(violation).toBeNull(), 4))

describe('what must be true of a release gate is found out when it is not', () => {
  type Decide = typeof releasePlaybook.decide
  const deciding = (change: (state: Parameters<Decide>[0]) => Parameters<Decide>[0]) => ({
    playbook: {
      ...releasePlaybook,
      decide: (state: Parameters<Decide>[0]) => releasePlaybook.decide(change(state)),
    },
  })

  it('DL-18 a mark without passing checks', async () => {
    const always = deciding((state) =>
      state.at.phase === 'report'
        ? { ...state, at: { ...state.at, report: { ...state.at.report, isReady: true } } }
        : state,
    )
    const { violation } = await simulate(plain({ ...always, isDelivered: false }), {
      seed: 1,
      crashes: noCrash,
    })
    expect(violation).toMatchObject({ problem: 'it is ready, and no tree passed all checks' })
  })
})
