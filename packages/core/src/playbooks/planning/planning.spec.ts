import { describe, expect, it } from 'vitest'
import type { DocumentsEdited } from '../../effects/edit-documents.ts'
import { noUsage } from '../../kernel/agent.ts'
import type { EventOf } from '../../kernel/effect.ts'
import { asCommitHash, asLaneName, asRunId, asTreeHash, type CommandId } from '../../kernel/ids.ts'
import type { Answer } from './answers.ts'
import type { Command } from './effects.ts'
import { givenUp } from './endings.ts'
import type { PlanningInput } from './input.ts'
import { planningPlaybook } from './playbook.ts'
import type { Proposal } from './proposal.ts'

type Event = EventOf<Command>

const input: PlanningInput = {
  runId: asRunId('20261116-120000'),
  baseBranch: 'main',
  spec: { path: 'docs/main.md', text: 'A shop.' },
  acceptancePath: 'docs/main.acceptance.md',
  criteria: [{ tag: 'shop/cart', text: 'It has a cart.', testedBy: [], coveredBy: [], connections: [] }],
  plans: [],
  planDir: 'plans',
  completedDir: 'done',
  mostPlans: 30,
  mostPasses: 4,
  calibration: 'Actual against estimated: passes 2×.',
  preview: false,
  planner: { tier: 'advisor', limits: { wallMs: 1, idleMs: 1, maxTurns: 1 } },
}
const sound: Proposal = {
  id: '0001',
  slug: 'cart',
  title: 'Cart',
  phase: 'shop',
  dependsOn: [],
  estimatedPasses: 2,
  summary: 'Have a cart.',
  scope: ['src/cart.js'],
  acceptanceTags: ['shop/cart'],
}
const waitsForItself: Proposal = { ...sound, dependsOn: ['0001'] }

const id = (name: string): CommandId => `${input.runId}/${name}` as CommandId
const at = { lane: asLaneName('lane'), commit: asCommitHash('c'), tree: asTreeHash('t') }
const spending = { usage: { ...noUsage, output: 5 }, usd: 0.1, durationMs: 1, model: 'm' }
const opened: Event = {
  type: 'LaneOpened',
  at: 1,
  commandId: id('open/plans/1'),
  path: '/lane',
  branch: 'b',
  baseCommit: at.commit,
  ...at,
}
const answered = (n: number, answer: Answer, violation: string[] | null = null): Event => ({
  type: 'AgentFinished',
  at: 2,
  commandId: id(`propose/plans/${n}`),
  role: 'planner',
  text: '',
  contract: 'plan-proposals',
  answer,
  spending,
  providerSession: null,
  commit: at.commit,
  tree: at.tree,
  changedFiles: [],
  violation: violation === null ? null : { files: violation, patch: 'p' },
})
const proposed = (n: number, ...proposals: readonly Proposal[]): Event =>
  answered(n, { kind: 'plan-proposals', proposals })
const edited = (n: number, ...refused: DocumentsEdited['refused'][number][]): Event => ({
  type: 'DocumentsEdited',
  at: 3,
  commandId: id(`write/plans/${n}`),
  digests: {},
  written: [],
  refused,
})
const closed: Event = { type: 'LaneClosed', at: 4, commandId: id('close/plans/1'), kept: null }

const stateAfter = (events: readonly Event[], from: PlanningInput) =>
  events.reduce(planningPlaybook.evolve, planningPlaybook.initialState(from))
const wanted = (events: readonly Event[], from = input) => {
  const decision = planningPlaybook.decide(stateAfter(events, from))
  return decision.type === 'end' ? decision.end : decision.commands[0]
}

describe('DL-19 plans are made of a spec', () => {
  it('DL-19 opens a lane, asks the planner, writes all plans in one edit, puts the lane away', () => {
    expect(wanted([])).toMatchObject({ type: 'OpenLane', baseBranch: 'main' })
    expect(wanted([opened])).toMatchObject({
      type: 'RunAgent',
      role: 'planner',
      mode: 'review',
      contract: 'plan-proposals',
      context: { phase: 'planner' },
    })
    expect(wanted([opened, proposed(1, sound)])).toMatchObject({
      type: 'EditDocuments',
      documents: { 'new-plans': { files: [{ path: 'plans/' }, { path: 'done/' }] } },
      edits: [{ edit: { proposals: [sound], spec: 'docs/main.md' } }],
    })
    const before = [opened, proposed(1, sound), edited(1)]
    expect(wanted(before)).toMatchObject({ type: 'CloseLane' })
    expect(wanted([...before, closed])).toMatchObject({
      outcome: 'done',
      exitCode: 0,
      reason: '1 plan written to plans:\n  0001 Cart; 2 passes; shop/cart',
    })
  })

  it('DL-33 tells the planner the spec, the criteria, the rules and what earlier plans came to', () => {
    const command = wanted([opened])
    const told = JSON.stringify('slices' in (command ?? {}) ? command : null)
    for (const words of ['A shop.', 'shop/cart: It has a cart.', 'At most 30 new plans', 'passes 2×'])
      expect(told).toContain(words)
  })

  it('DL-19 asks again with the defects, and ends with nothing written after the third answer', () => {
    const circle = 'self-dependency: 0001 depends on itself'
    const command = wanted([opened, proposed(1, waitsForItself)])
    expect(command).toMatchObject({ type: 'RunAgent', id: id('propose/plans/2') })
    expect(JSON.stringify(command)).toContain(circle)
    const third = [opened, ...[1, 2, 3].map((n) => proposed(n, waitsForItself))]
    expect(wanted(third)).toMatchObject({ type: 'CloseLane' })
    expect(wanted([...third, closed])).toMatchObject({
      outcome: 'halted',
      exitCode: 4,
      report: expect.stringContaining(circle),
    })
  })

  it.each<[string, Event, string]>([
    ['prose', answered(1, { kind: 'text' }), 'The answer has no plans.'],
    [
      'a planner that changed files',
      { ...proposed(1, sound), violation: { files: ['a.js'], patch: 'p' } } as Event,
      'You changed a.js',
    ],
    [
      'an unreadable answer',
      {
        type: 'ContractBroken',
        at: 2,
        commandId: id('propose/plans/1'),
        role: 'planner',
        contract: 'plan-proposals',
        problems: ['proposals: expected a list'],
        text: '',
        spending,
      },
      'proposals: expected a list',
    ],
  ])('DL-19 asks again after %s', (_name, event, told) => {
    expect(wanted([opened, event])).toMatchObject({ type: 'RunAgent', id: id('propose/plans/2') })
    expect(JSON.stringify(wanted([opened, event]))).toContain(told)
  })

  it('DL-19 tells the planner of a plan that a person wrote meanwhile', () => {
    const taken = { edit: 0, reason: 'taken', detail: '', problems: ['id-collision: 0001 is there'] } as const
    const command = wanted([opened, proposed(1, sound), edited(1, taken)])
    expect(command).toMatchObject({ type: 'RunAgent', id: id('propose/plans/2') })
    expect(JSON.stringify(command)).toContain('id-collision: 0001 is there')
  })

  it('DL-19 --preview writes nothing', () => {
    const preview = { ...input, preview: true }
    expect(wanted([opened, proposed(1, sound)], preview)).toMatchObject({ type: 'CloseLane' })
    expect(wanted([opened, proposed(1, sound), closed], preview)).toMatchObject({
      exitCode: 0,
      reason: expect.stringContaining('1 plan proposed; nothing was written:'),
    })
  })

  it('DL-19 asks no planner if every tag has a plan', () => {
    const plans = [{ id: '0001', title: 'Cart', status: 'active' as const, acceptanceTags: ['shop/cart'] }]
    expect(wanted([], { ...input, plans })).toMatchObject({
      exitCode: 0,
      reason: 'Every tag of docs/main.acceptance.md has a plan; nothing was written.',
    })
  })

  it('DL-19 a person can abandon it until the plans are written', () => {
    const state = stateAfter([opened], input)
    expect(givenUp(state, 'ada', 'not now')).toMatchObject({ outcome: 'blocked', resumable: false })
    expect(givenUp(stateAfter([opened, proposed(1, sound), edited(1)], input), 'ada', 'x')).toBeNull()
  })
})
