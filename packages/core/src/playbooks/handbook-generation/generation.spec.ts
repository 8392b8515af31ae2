import { describe, expect, it } from 'vitest'
import type { DocumentsEdited } from '../../effects/edit-documents.ts'
import type { AgentErrorKind } from '../../kernel/agent.ts'
import { noUsage } from '../../kernel/agent.ts'
import { asCommitHash, asLaneName, asRunId, asTreeHash, type CommandId } from '../../kernel/ids.ts'
import type { Answer } from './answers.ts'
import type { Event } from './effects.ts'
import { givenUp } from './given-up.ts'
import type { GenerationInput } from './input.ts'
import { handbookGeneration } from './playbook.ts'

const input: GenerationInput = {
  runId: asRunId('20261116-120000'),
  baseBranch: 'main',
  product: '## Users\nLearners.',
  design: null,
  code: '1 files:\nsrc/a.js (3 bytes)',
  planner: { tier: 'advisor', limits: { wallMs: 1, idleMs: 1, maxTurns: 1 } },
  replace: false,
}
const plan = { determinismNotes: [], phases: [] }

const id = (name: string): CommandId => `${input.runId}/${name}` as CommandId
const spending = { usage: { ...noUsage, output: 5 }, usd: 0.1, durationMs: 1, model: 'm' }
const opened: Event = {
  type: 'LaneOpened',
  at: 1,
  commandId: id('open/handbook/1'),
  lane: asLaneName('lane'),
  path: '/lane',
  branch: 'b',
  baseCommit: asCommitHash('c'),
  commit: asCommitHash('c'),
  tree: asTreeHash('t'),
}
const answered = (n: number, answer: Answer, violation: string[] | null = null): Event => ({
  type: 'AgentFinished',
  at: 2,
  commandId: id(`plan/handbook/${n}`),
  role: 'handbook-planner',
  text: '',
  contract: 'handbook-plan',
  answer,
  spending,
  providerSession: null,
  commit: asCommitHash('c'),
  tree: asTreeHash('t'),
  changedFiles: [],
  violation: violation === null ? null : { files: violation, patch: 'p' },
})
const planned = (n: number): Event => answered(n, { kind: 'handbook-plan', plan })
const failed = (n: number, kind: AgentErrorKind): Event => ({
  type: 'AgentFailed',
  at: 2,
  commandId: id(`plan/handbook/${n}`),
  role: 'handbook-planner',
  error: { kind, message: 'it failed' },
  spending,
})
const refused = (n: number): Event => ({
  type: 'DocumentsEdited',
  at: 3,
  commandId: id(`write/handbook/${n}`),
  digests: {},
  written: [],
  refused: [{ edit: 0, reason: 'invalid', detail: '', problems: ['the path src/b.js does not exist.'] }],
})
const written = (n: number): Event => ({
  type: 'DocumentsEdited',
  at: 3,
  commandId: id(`write/handbook/${n}`),
  digests: { 'planned-handbook': null },
  written: ['IMPECCABLE_HANDBOOK.md', '.impeccable-skeleton.json'],
  refused: [],
})
const closed: Event = { type: 'LaneClosed', at: 4, commandId: id('close/handbook/1'), kept: null }

const given = (...events: readonly Event[]) => {
  const state = events.reduce(handbookGeneration.evolve, handbookGeneration.initialState(input))
  return { state, decision: handbookGeneration.decide(state) }
}
const wanted = (...events: readonly Event[]) => {
  const { decision } = given(...events)
  return decision.type === 'end' ? decision.end : decision.commands[0]
}

describe('HB-42 a handbook is made', () => {
  it('looks around, plans, writes, puts the lane away', () => {
    expect(wanted()).toMatchObject({ type: 'OpenLane', id: id('open/handbook/1') })
    expect(wanted(opened)).toMatchObject({
      type: 'RunAgent',
      role: 'handbook-planner',
      mode: 'review',
      contract: 'handbook-plan',
      commitMessage: null,
    })
    expect(wanted(opened, planned(1))).toEqual({
      type: 'EditDocuments',
      id: id('write/handbook/1'),
      documents: {
        'planned-handbook': {
          files: [
            'IMPECCABLE_HANDBOOK.md',
            '.impeccable-skeleton.json',
            '.impeccable-state.json',
            'PRODUCT.md',
            'DESIGN.md',
          ].map((path) => ({ place: 'checkout', path })),
          expected: null,
        },
      },
      edits: [{ document: 'planned-handbook', edit: { plan, replace: false } }],
      branch: null,
    })
    expect(wanted(opened, planned(1), written(1))).toMatchObject({ type: 'CloseLane' })
    expect(wanted(opened, planned(1), written(1), closed)).toMatchObject({
      outcome: 'done',
      exitCode: 0,
      resumable: false,
    })
  })

  it('the planner is told PRODUCT.md and the code as data', () => {
    const command = wanted(opened)
    expect(command).toMatchObject({ slices: [{ label: 'PRODUCT.md' }, { label: 'The code' }] })
    expect(JSON.stringify(command)).toContain('src/a.js (3 bytes)')
  })

  it.each([
    ['taken', 'harness handbook generate --force'],
    ['missing', 'Write what the product is to be into PRODUCT.md'],
  ] as const)('a person decides if its place is %s', (reason, next) => {
    const detail = 'There is a reason.'
    const stopped: Event = {
      ...(refused(1) as DocumentsEdited),
      refused: [{ edit: 0, reason, detail, problems: [] }],
    }
    expect(wanted(opened, planned(1), stopped)).toMatchObject({
      outcome: 'paused',
      exitCode: 1,
      reason: detail,
      next: expect.stringContaining(next),
      resumable: true,
    })
  })

  it('what the linter objects to goes back to the planner', () => {
    const command = wanted(opened, planned(1), refused(1))
    expect(command).toMatchObject({ type: 'RunAgent', id: id('plan/handbook/2') })
    expect(JSON.stringify(command)).toContain('- the path src/b.js does not exist.')
  })

  it.each<[string, Event]>([
    ['that changed files', answered(1, { kind: 'handbook-plan', plan }, ['src/a.js'])],
    ['without a plan', answered(1, { kind: 'text' })],
    [
      'that broke its contract',
      {
        type: 'ContractBroken',
        at: 2,
        commandId: id('plan/handbook/1'),
        role: 'handbook-planner',
        contract: 'handbook-plan',
        problems: ['prose'],
        text: '',
        spending,
      },
    ],
  ])('an answer %s is no plan: it is asked again', (_, answer) =>
    expect(wanted(opened, answer)).toMatchObject({ type: 'RunAgent', id: id('plan/handbook/2') }),
  )

  it('three plans that will not do are enough: nothing is written, exit 4, and the last objections are told', () => {
    const drafts = [planned(1), refused(1), planned(2), refused(2), planned(3), refused(3)]
    expect(wanted(opened, ...drafts)).toMatchObject({ type: 'CloseLane' })
    expect(wanted(opened, ...drafts, closed)).toMatchObject({
      outcome: 'halted',
      exitCode: 4,
      report: expect.stringContaining('- the path src/b.js does not exist.'),
    })
  })

  it('nobody is asked: a planner that keeps failing stops the run, which can be resumed', () => {
    const twice = [opened, failed(1, 'unknown'), failed(2, 'unknown')] as const
    expect(wanted(...twice)).toMatchObject({ outcome: 'paused', resumable: true, exitCode: 1 })
    expect(wanted(...twice, { type: 'RunResumed', at: 9, until: null })).toMatchObject({ type: 'RunAgent' })
    expect(wanted(opened, failed(1, 'rate_limit'))).toMatchObject({ type: 'WakeAt' })
  })

  it('counts what the planner cost, however it ended', () => {
    expect(given(opened, failed(1, 'unknown'), planned(2)).state.spent).toMatchObject({ tokens: 10 })
  })
})

describe('HB-42 DL-06 a handbook’s making that is given up', () => {
  it('is over, with nothing written', () => {
    const { state } = given(opened, planned(1), refused(1))
    const end = givenUp(state, 'ada', 'no')
    expect(end).toMatchObject({
      outcome: 'blocked',
      resumable: false,
      next: expect.stringContaining('generate'),
    })
    expect(end?.report).toContain('src/b.js')
    if (end === null) return
    expect(given(opened, planned(1), refused(1), { type: 'RunEnded', at: 9, end }).state).toMatchObject({
      phase: 'over',
      files: null,
    })
  })

  it('cannot be given up once it is written', () =>
    expect(givenUp(given(opened, planned(1), written(1)).state, 'ada', 'no')).toBeNull())
})
