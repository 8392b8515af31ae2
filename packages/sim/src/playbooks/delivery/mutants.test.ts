/** What must be true of a delivery is found out when it is not: each test breaks one thing on purpose. */

import { noUsage } from '@harness/core/kernel/agent'
import { refill } from '@harness/core/kernel/retry-budget'
import type { Command, Event as DeliveryEvent, Event } from '@harness/core/playbooks/delivery/effects'
import { delivery } from '@harness/core/playbooks/delivery/playbook'
import { type DeliveryState, shared } from '@harness/core/playbooks/delivery/state'
import { aGate } from '@harness/core/test-support/gates'
import type { WithBase } from '@harness/core/work/base-first'
import type { Acts } from '@harness/shell/test-support/acts'
import { describe, expect, it } from 'vitest'
import { crashesAt, surveyOf } from '../../engine/crash-plan.ts'
import { simulate } from '../../engine/simulate.ts'
import type { Script } from '../../test-support/scripted-agents.ts'
import { stories, storyScenario } from '../../test-support/stories.ts'
import { violationIn } from '../../test-support/told-delivery.ts'
import { baseTip, extendBase } from '../../world/base-branch.ts'
import { findingOf, implemented } from './work.ts'

type Evolve = typeof delivery.evolve

const landed = { type: 'LaneMerged', at: 0, evidence: [], size: null, by: 'harness' } as const

/** The production evolve, with something done to what it says. */
const evolveThen =
  (change: (next: DeliveryState, event: Event, before: DeliveryState) => DeliveryState): Evolve =>
  (state, event) =>
    change(delivery.evolve(state, event), event, state)

/** Where in the plain story a boundary with this name is. */
async function boundary(name: string): Promise<number> {
  const names: string[] = []
  await simulate(storyScenario({ name, ending: '', repeatable: false }), {
    seed: 1,
    crashes: surveyOf(names),
  })
  const index = names.findIndex((it) => it.includes(name))
  expect(index, names.join('\n')).toBeGreaterThan(0)
  return index
}

it('nothing is found in what is not broken', async () => expect(await violationIn({})).toBeNull())

describe('QA-01 proven merge', () => {
  const mergeOf = (state: DeliveryState & { phase: 'checks' }): Command => ({
    type: 'MergeLane',
    id: `${state.input.runId}/merge/0001/1` as Command['id'],
    lane: state.lane.lane,
    branch: state.lane.branch,
    commit: state.lane.commit,
    tree: state.lane.tree,
    baseBranch: 'main',
    baseCommit: state.lane.baseCommit,
    message: 'in a hurry',
    checks: [],
  })

  it('finds a playbook that merges without any check', async () => {
    const violation = await violationIn({
      playbook: {
        decide: (state) =>
          state.phase === 'checks' ? { type: 'perform', commands: [mergeOf(state)] } : delivery.decide(state),
        evolve: evolveThen((next, event) =>
          event.type === 'LaneMerged' && next.phase === 'checks'
            ? { ...shared(next), phase: 'complete', lane: next.lane, merged: event.commit }
            : next,
        ),
      },
    })
    expect(violation).toMatchObject({
      checker: 'proven merge',
      problem: expect.stringContaining('never passed'),
    })
  })
  it('finds checks that pass without having run', async () => {
    const violation = await violationIn({
      script: {
        'implement 1': (files, version) => ({
          type: 'text',
          files: implemented(files, version, { bugs: ['test'], flaws: [] }),
        }),
      },
      acts: (acts) => ({
        ...acts,
        async runChecks(command, attempt) {
          const event = await acts.runChecks(command, attempt)
          return event.type === 'ChecksFinished'
            ? { ...event, evidence: event.evidence.map((item) => ({ ...item, exitCode: 0 })) }
            : event
        },
      }),
    })
    expect(violation).toMatchObject({
      checker: 'proven merge',
      problem: expect.stringContaining('never passed'),
    })
  })
  it('finds a merge of another tree than the one that was proven', async () => {
    const violation = await violationIn({
      acts: (acts, site, stage) => ({
        ...acts,
        async mergeLane(command) {
          const base = baseTip(site)
          const { hash, tree } = extendBase(site, {
            files: { ...site.repository.commitOf(command.commit).files, 'src/late.js': 'x' },
            parents: [base.hash, command.commit],
            message: '',
            author: 'harness',
            commandId: command.id,
          })
          stage.changed({ kind: 'merged', commandId: command.id, once: null })
          return { ...landed, commandId: command.id, commit: hash, tree }
        },
      }),
    })
    expect(violation).toMatchObject({ checker: 'proven merge' })
  })
  it('finds a playbook that skips the review', async () => {
    const violation = await violationIn({
      playbook: {
        evolve: evolveThen((next) =>
          next.phase === 'review' ? { ...shared(next), phase: 'preflight', lane: next.lane } : next,
        ),
      },
    })
    expect(violation).toMatchObject({
      checker: 'proven merge',
      problem: expect.stringContaining('never reviewed'),
    })
  })
  it('finds a playbook that believes a sentinel beside a High finding', async () => {
    const violation = await violationIn({
      script: {
        'review 1': (files) => ({
          type: 'review',
          files,
          findings: [findingOf('High', 'Off by one', 'src/feature.js')],
          sentinel: true,
        }),
      },
      playbook: {
        evolve: (state, event) =>
          delivery.evolve(
            state,
            (event.type === 'AgentFinished' && event.answer.kind === 'review' && event.answer.sentinel
              ? { ...event, answer: { ...event.answer, findings: [] } }
              : event) as DeliveryEvent,
          ),
      },
    })
    expect(violation).toMatchObject({ checker: 'proven merge', problem: expect.stringContaining('blocks') })
  })
})

describe('QA-01 effects once', () => {
  it('finds a merge that is done again when it is repeated', async () => {
    const violation = await violationIn({
      crashes: crashesAt([await boundary('after merging')]),
      acts: (acts, site, stage) => ({
        ...acts,
        async mergeLane(command, attempt) {
          if (!attempt.repeated) return acts.mergeLane(command, attempt)
          const { hash, tree } = extendBase(site, {
            ...site.repository.commitOf(command.commit),
            parents: [baseTip(site).hash, command.commit],
          })
          stage.changed({ kind: 'merged', commandId: command.id, once: `merging ${command.lane}` })
          return { ...landed, commandId: command.id, commit: hash, tree }
        },
      }),
    })
    expect(violation).toMatchObject({
      checker: 'effects once',
      problem: expect.stringContaining('second time'),
    })
  })
})

describe('QA-01 turns once', () => {
  it('finds both changes of a repeated turn in history', async () => {
    const violation = await violationIn({
      crashes: crashesAt([await boundary('after committing')]),
      acts: (acts, site) => ({
        ...acts,
        async runAgent(command, attempt) {
          const lane = site.lanes.find(command.lane)
          if (!attempt.repeated || lane === null) return acts.runAgent(command, attempt)
          const { hash, tree } = site.repository.commit({
            files: { ...site.lanes.filesOf(lane), 'src/again.js': 'x' },
            parents: [site.lanes.headOf(lane)],
            message: '',
            author: 'agent',
            commandId: command.id,
          })
          site.repository.point(lane.branch, hash)
          return {
            type: 'AgentFinished',
            at: 0,
            commandId: command.id,
            role: command.role,
            text: '',
            contract: command.contract,
            answer: { kind: 'text' },
            spending: { usage: noUsage, usd: 0, durationMs: 0, model: '' },
            providerSession: null,
            commit: hash,
            tree,
            changedFiles: ['src/again.js'],
            violation: null,
          }
        },
      }),
    })
    expect(violation).toMatchObject({
      checker: 'turns once',
      problem: expect.stringContaining('two changes'),
    })
  })
  it('finds what a reviewer wrote in what was merged', async () => {
    const edits: Script = {
      'review 1': (files, version) => ({
        type: 'review',
        files: { ...files, 'src/reviewer.js': version },
        findings: [],
        sentinel: true,
      }),
    }
    const violation = await violationIn({
      script: edits,
      acts: (acts) => ({
        ...acts,
        runAgent: (command, attempt) =>
          acts.runAgent(command.role === 'reviewer' ? { ...command, mode: 'exec' } : command, attempt),
      }),
      playbook: {
        evolve: evolveThen((next, event) =>
          event.type === 'AgentFinished' && event.role === 'reviewer' && next.phase === 'preflight'
            ? { ...next, lane: { ...next.lane, commit: event.commit, tree: event.tree } }
            : next,
        ),
      },
    })
    expect(violation).toMatchObject({ checker: 'turns once', problem: expect.stringContaining('reviewer') })
  })
})

describe('QA-01 plan kept', () => {
  it('finds a plan that is completed although nothing was merged', async () => {
    const violation = await violationIn({
      playbook: {
        evolve: evolveThen((next) =>
          next.phase === 'merge'
            ? { ...shared(next), phase: 'complete', lane: next.lane, merged: next.lane.commit }
            : next,
        ),
      },
    })
    expect(violation).toMatchObject({
      checker: 'plan kept',
      problem: expect.stringContaining('nothing was merged'),
    })
  })
  it('finds a completion that writes what the plan said when the run began', async () => {
    const violation = await violationIn({
      meanwhile: { 'merge 1': ['person edits the plan'] },
      acts: (acts, site, stage) => ({
        ...acts,
        async completePlan(command) {
          const base = baseTip(site)
          const { hash } = extendBase(site, {
            files: { ...base.files, [command.to]: '# 0001 Add the feature' },
            parents: [base.hash],
            message: '',
            author: 'harness',
            commandId: command.id,
          })
          stage.changed({ kind: 'plan completed', commandId: command.id, once: null })
          return { type: 'PlanCompleted', at: 0, commandId: command.id, path: command.to, commit: hash }
        },
      }),
    })
    expect(violation).toMatchObject({
      checker: 'plan kept',
      problem: expect.stringContaining('another text'),
    })
  })
})

describe('QA-01 base grows', () => {
  it('finds a merge that throws away what people committed meanwhile', async () => {
    const violation = await violationIn({
      meanwhile: { 'merge 1': ['base conflicts'] },
      acts: (acts, site, stage) => ({
        ...acts,
        async mergeLane(command, attempt) {
          const event = await acts.mergeLane(command, attempt)
          if (event.type !== 'MergeRefused') return event
          site.repository.point(site.baseBranch, command.commit)
          stage.changed({ kind: 'forced', commandId: command.id, once: null })
          const { hash, tree } = site.repository.commitOf(command.commit)
          return { ...landed, commandId: command.id, commit: hash, tree }
        },
      }),
    })
    expect(violation).toMatchObject({ checker: 'base grows' })
  })
})

describe('QA-02 limits', () => {
  const refilling = (kind: keyof DeliveryState['retries']): Evolve =>
    evolveThen((next) => ({ ...next, retries: { ...next.retries, [kind]: refill(next.retries[kind]) } }))
  const always = (phase: string, act: Script[string]): Script =>
    Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`${phase} ${index + 1}`, act]))
  const flawed: Script[string] = (files, version) => ({
    type: 'text',
    files: implemented(files, version, { bugs: [], flaws: [`High|${version}`] }),
  })
  const buggy: Script[string] = (files, version) => ({
    type: 'text',
    files: implemented(files, version, { bugs: ['test'], flaws: [] }),
  })
  const limited: Script[string] = (files) => ({
    type: 'fails',
    files,
    error: { kind: 'rate_limit', message: 'slow down' },
  })

  it.each([
    ['review passes', 'reviewPass', { ...always('implement', flawed), ...always('fix', flawed) }],
    ['failing checks in a row', 'checkFix', { ...always('implement', buggy), ...always('fix', buggy) }],
    ['waits for an unknown reset', 'unknownReset', always('implement', limited)],
  ] as const)('finds a playbook without a limit on %s', async (what, kind, script) => {
    const violation = await violationIn({ script, playbook: { evolve: refilling(kind) } })
    expect(violation).toMatchObject({ checker: 'limits', problem: expect.stringContaining(what) })
  })
  it('finds a budget that is overdrawn', async () => {
    const violation = await violationIn({
      playbook: {
        evolve: evolveThen((next) => ({
          ...next,
          retries: { ...next.retries, transient: { used: 4, limit: 3 } },
        })),
      },
    })
    expect(violation).toMatchObject({ checker: 'limits', problem: 'transient: 4 used of 3' })
  })
})

describe('QA-02 patient waits', () => {
  const limited: Script = {
    'implement 1': (files, _version, now) => ({
      type: 'fails',
      files,
      error: { kind: 'rate_limit', message: 'slow down', resetsAt: now },
    }),
  }
  it('finds a playbook that asks again at once', async () => {
    const violation = await violationIn({
      script: limited,
      playbook: {
        evolve: evolveThen((next) => (next.hurdle?.type === 'sleep' ? { ...next, hurdle: null } : next)),
      },
    })
    expect(violation).toMatchObject({
      checker: 'patient waits',
      problem: expect.stringContaining('did not wait'),
    })
  })
  it('finds a wait that is over when it begins', async () => {
    const violation = await violationIn({
      script: limited,
      playbook: {
        evolve: evolveThen((next) =>
          next.hurdle?.type === 'sleep' ? { ...next, hurdle: { ...next.hurdle, until: 0 } } : next,
        ),
      },
    })
    expect(violation).toMatchObject({ checker: 'patient waits', problem: expect.stringContaining('waits -') })
  })
})

it('every story is told once', () => {
  const names = stories.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

describe('QA-23 foretold gates', () => {
  it('finds a question that nobody was told of', async () => {
    const gate = aGate({ name: 'unheard-of' })
    const violation = await violationIn({
      playbook: {
        decide: delivery.decide,
        evolve: evolveThen((next, event) =>
          event.type === 'LaneOpened' ? { ...next, hurdle: { type: 'gate', gate } } : next,
        ),
      },
    })
    expect(violation).toMatchObject({
      checker: 'foretold gates',
      problem: expect.stringContaining('unheard-of'),
    })
  })
})

describe('TR-07 people’s word', () => {
  const story = {
    unconfined: true,
    meanwhile: { 'checks 1': ['plan is completed by others'] },
    reply: { where: 'inbox', choice: 'by-hand', afterMs: 60_000 },
  } as const
  it('finds nothing in what is not broken', async () => expect(await violationIn(story)).toBeNull())
  it('finds a playbook that believes what was completed while a check worked', async () => {
    const believing = evolveThen((next) => ({ ...next, watched: [], besideLook: [] }))
    expect(await violationIn({ ...story, playbook: { evolve: believing } })).toMatchObject({
      checker: 'people’s word',
      problem: expect.stringContaining('no person vouched for it'),
    })
  })
  it('finds one that does not list what was done by hand', async () => {
    const decide = (state: DeliveryState) => {
      const decision = delivery.decide(state)
      const { end } = decision.type === 'end' ? decision : { end: null }
      return end === null
        ? decision
        : { type: 'end' as const, end: { ...end, reason: end.reason.replace(/ By hand: .*/, '') } }
    }
    expect(await violationIn({ ...story, playbook: { decide } })).toMatchObject({
      checker: 'people’s word',
      problem: expect.stringContaining('does not list it'),
    })
  })
})

describe('TR-05 tests judged', () => {
  const weakened = {
    files: ['test/sum.test.js'],
    withBase: { exitCode: 1, problem: null, outputTail: '' },
    failOnBase: null,
  }
  /** Every check passes, and fails with the base's versions of the tests. */
  const inDoubt = {
    acts: (acts: Acts<WithBase<Command>>): Acts<WithBase<Command>> => ({
      ...acts,
      async runChecks(command, attempt) {
        const event = await acts.runChecks(command, attempt)
        if (event.type !== 'ChecksFinished') return event
        return { ...event, evidence: event.evidence.map((item) => ({ ...item, tests: weakened })) }
      },
    }),
  }
  const rules =
    (justified: boolean, quote: string): Script[string] =>
    (files) => ({
      type: 'says',
      files,
      output: {
        kind: 'test-rulings',
        rulings: ['test', 'lint'].map((check) => ({ check, justified, quote, why: 'So.' })),
      },
    })
  const always = (act: Script[string]): Script => ({ 'judge-tests 1': act })
  const justified = always(rules(true, '0001 Add the feature'))
  const lies = always(rules(true, 'Remove all of the tests'))
  const withoutDoubts = (event: DeliveryEvent): DeliveryEvent =>
    event.type === 'ChecksFinished'
      ? { ...event, evidence: event.evidence.map(({ tests: _, ...item }) => item) }
      : event

  it('finds nothing if the plan justifies the doubt', async () =>
    expect(await violationIn({ ...inDoubt, script: justified })).toBeNull())
  it('finds a playbook that overlooks what the base’s versions show', async () =>
    expect(
      await violationIn({
        ...inDoubt,
        script: justified,
        playbook: { evolve: (state, event) => delivery.evolve(state, withoutDoubts(event)) },
      }),
    ).toMatchObject({ checker: 'tests judged', problem: expect.stringContaining('is in doubt') }))
  it('finds one that works on before the ruling', async () =>
    expect(
      await violationIn({
        ...inDoubt,
        script: justified,
        playbook: {
          evolve: evolveThen((next, event) =>
            event.type === 'ChecksFinished' ? { ...next, evidence: event.evidence } : next,
          ),
        },
      }),
    ).toMatchObject({ checker: 'tests judged', problem: expect.stringContaining('has no ruling') }))
  it('finds one that believes a quotation that is not in the plan', async () => {
    const believing = (event: DeliveryEvent): DeliveryEvent =>
      event.type === 'AgentFinished' && event.role === 'test-judge'
        ? ({
            ...event,
            answer: {
              kind: 'test-rulings',
              rulings: ['test', 'lint'].map((check) => ({
                check,
                justified: true,
                quote: '0001 Add the feature',
                why: '',
              })),
            },
          } as unknown as DeliveryEvent)
        : event
    expect(
      await violationIn({
        ...inDoubt,
        script: lies,
        playbook: { evolve: (state, event) => delivery.evolve(state, believing(event)) },
      }),
    ).toMatchObject({ checker: 'tests judged', problem: expect.stringContaining('is in doubt') })
  })
})
