/** What must be true of a workflow is found out when it is not: each test breaks one thing on purpose. */
import type { Event } from '@harness/core/playbooks/workflow/effects'
import type { WorkflowState } from '@harness/core/playbooks/workflow/state'
import type { AnyCodec } from '@harness/formats/documents/codec/document-codec'
import { artifactCodec } from '@harness/formats/documents/workflow/artifact-codec'
import { describe, expect, it } from 'vitest'
import { noCrash } from '../../engine/crash-plan.ts'
import { simulate } from '../../engine/simulate.ts'
import { calm } from '../../world/weather.ts'
import { plainInput } from './input.ts'
import { type Moods, steady } from './workflow-agents.ts'
import { type WorkflowStory, workflow, workflowScenario } from './workflow-world.ts'

async function violationIn(more: Partial<WorkflowStory>, moods: Partial<Moods> = {}, seed = 1) {
  const scenario = workflowScenario({
    name: 'a broken workflow',
    input: plainInput,
    moods: { ...steady, ...moods },
    weather: calm,
    eagerness: 0,
    answers: {
      spec: 'proceed',
      verify: 'auto-fix',
      'auto-fix': 'apply',
      'qa-layer-2': 'fix',
      'qa-layer-3': 'fix',
      commit: 'code',
    },
    ...more,
  })
  return (await simulate(scenario, { seed, crashes: noCrash })).violation
}

/** The production evolve, with something done to what it says. */
const evolves = (change: (next: WorkflowState, event: Event, before: WorkflowState) => WorkflowState) => ({
  playbook: {
    ...workflow,
    evolve: ((state, event) =>
      change(workflow.evolve(state, event), event as Event, state)) as (typeof workflow)['evolve'],
  },
})
/** The production evolve, told something else than what happened. */
const mishears = (change: (event: Event) => Event) => ({
  playbook: {
    ...workflow,
    evolve: ((state, event) => workflow.evolve(state, change(event as Event))) as (typeof workflow)['evolve'],
  },
})

it.each([{}, { bugs: 1 }, { layer2: 1 }, { layer3: 1, lies: 1 }])(
  'nothing is found in what is not broken, if agents are like %j',
  async (moods) => expect(await violationIn({}, moods)).toBeNull(),
)

describe('WF-09 no code without an approved spec', () => {
  it('a gate that takes every answer for a yes', async () => {
    const yes = mishears((event) =>
      event.type === 'GateAnswered' && event.answer.choice === 'stop'
        ? { ...event, answer: { ...event.answer, choice: 'proceed' } }
        : event,
    )
    expect(await violationIn({ ...yes, answers: { spec: 'stop' } })).toMatchObject({
      checker: 'order kept',
      problem: expect.stringContaining('without an approved spec'),
    })
  })
})

describe('WF-11 WF-13 nothing is evaluated that was not verified', () => {
  it('a run that skips the checks', async () => {
    const skips = evolves((next) =>
      next.at.phase === 'checks'
        ? workflow.evolve({ ...next, at: { phase: 'measure', followedBy: 'evaluate' } }, measured(next))
        : next,
    )
    expect(await violationIn(skips)).toMatchObject({ problem: expect.stringContaining('was not verified') })
  })

  it('a verifier that is believed', async () => {
    const believes = evolves((next) =>
      next.layer1.result === 'FAIL' ? { ...next, layer1: { ...next.layer1, result: 'PASS' } } : next,
    )
    expect(await violationIn(believes, { bugs: 1 })).toMatchObject({
      problem: expect.stringContaining('evaluates what failed'),
    })
  })
})

describe('WF-11 WF-12 WF-14 limits', () => {
  it.each([
    ['retries of layer 1', { bugs: 1 }, 'layer1'],
    ['retries of layer 2', { layer2: 1 }, 'layer2'],
  ] as const)('forgotten %s', async (_, moods, layer) => {
    const forgets = evolves((next) => ({ ...next, [layer]: { ...next[layer], retries: 0 } }))
    expect(await violationIn(forgets, moods)).toMatchObject({ checker: 'limits hold' })
  })

  it('a round too many', async () => {
    const input = { ...plainInput, maxRounds: 2 }
    const more = evolves((next) => ({ ...next, input: { ...next.input, maxRounds: 9 } }))
    expect(await violationIn({ ...more, input }, { layer3: 1 })).toMatchObject({
      checker: 'limits hold',
      problem: expect.stringContaining('round 3'),
    })
  })

  it('a second auto-fix', async () => {
    const again = evolves((next) =>
      next.autofix === 'stopped' ? { ...next, autofix: 'idle', patch: null } : next,
    )
    expect(await violationIn(again, { bugs: 1, fixesNothing: 1 })).toMatchObject({ checker: 'limits hold' })
  })
})

describe('WF-12 WF-15 people decide', () => {
  it('a patch that is applied although it was rejected', async () => {
    const applies = mishears((event) =>
      event.type === 'GateAnswered' && event.answer.choice === 'reject'
        ? { ...event, answer: { ...event.answer, choice: 'apply' } }
        : event,
    )
    const answers = { spec: 'proceed', verify: 'auto-fix', 'auto-fix': 'reject' }
    expect(await violationIn({ ...applies, answers }, { bugs: 1 })).toMatchObject({
      problem: 'a patch is applied that no person wants',
    })
  })

  it('a commit that nobody chose', async () => {
    const commits = evolves((next) =>
      next.at.phase === 'commit-gate' ? { ...next, at: { phase: 'commit', choice: 'code' } } : next,
    )
    expect(await violationIn(commits)).toMatchObject({ problem: 'it commits before the commit gate' })
  })

  it('a clean-up before the commit', async () => {
    const cleans = evolves((next) =>
      next.at.phase === 'commit'
        ? { ...next, at: { phase: 'clean', choice: 'code', commit: null, merged: false } }
        : next,
    )
    expect(await violationIn(cleans)).toMatchObject({ problem: 'it cleans up before the commit' })
  })

  it('a spec of a person that is overwritten', async () => {
    const codec: AnyCodec = {
      ...(artifactCodec as AnyCodec),
      rewrite: (texts, edits, world) =>
        (artifactCodec as AnyCodec).rewrite?.(
          texts,
          edits.map((edit) => ({ ...(edit as object), replaces: undefined })),
          world,
        ) ?? { texts: [], refused: [] },
    }
    let found: Awaited<ReturnType<typeof violationIn>> = null
    for (let seed = 1; seed <= 20 && found === null; seed++)
      found = await violationIn({ eagerness: 0.1, codec }, {}, seed)
    expect(found).toMatchObject({ checker: 'people keep theirs' })
  })
})

describe('WF-14 WF-15 a run is done honestly', () => {
  it('an evaluation whose report is not read', async () => {
    const believes = evolves((next) =>
      next.qa?.result === 'FAIL' ? { ...next, qa: { ...next.qa, result: 'PASS', layer: null } } : next,
    )
    expect(await violationIn(believes, { layer3: 1, lies: 1 })).toMatchObject({
      problem: 'the run is done, and nothing passed',
    })
  })

  it('a lane that is left', async () => {
    const leaves = evolves((next) =>
      next.at.phase === 'close' ? { ...next, at: { ...next.at, phase: 'over' } } : next,
    )
    expect(await violationIn(leaves)).toMatchObject({ problem: 'lanes are left: workflow-sum' })
  })
})

/** What a run that measures hears. */
const measured = (state: WorkflowState): Event => ({
  type: 'ChangeMeasured',
  at: 0,
  commandId: `${state.input.runId}/none/none/1` as Extract<Event, { type: 'ChangeMeasured' }>['commandId'],
  files: [],
})
