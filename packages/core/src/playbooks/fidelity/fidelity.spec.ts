import { describe, expect, it } from 'vitest'
import { noUsage } from '../../kernel/agent.ts'
import type { EventOf } from '../../kernel/effect.ts'
import { asCommitHash, asLaneName, asRunId, asTreeHash, type CommandId } from '../../kernel/ids.ts'
import type { Answer } from './answers.ts'
import type { Audit } from './audit.ts'
import type { Command } from './effects.ts'
import { givenUp } from './endings.ts'
import type { Filed, SpecFacts } from './facts.ts'
import type { FidelityInput } from './input.ts'
import { fidelityPlaybook } from './playbook.ts'

type Event = EventOf<Command>

const input: FidelityInput = {
  runId: asRunId('20261116-120000'),
  baseBranch: 'main',
  specPath: 'docs/main.md',
  planDir: 'plans',
  completedDir: 'done',
  appPaths: ['src'],
  threshold: 25,
  reportDir: '.harness/run/fidelity-reports',
  auditor: { tier: 'advisor', limits: { wallMs: 1, idleMs: 1, maxTurns: 1 } },
  accepts: null,
}
const good: Audit = {
  riskScore: 10,
  requirements: [{ requirement: 'A cart', status: 'met', planId: '0001', notes: 'src/cart.js' }],
  drift: [],
  risks: [],
  actions: ['Write pay'],
}
const bad: Audit = {
  ...good,
  requirements: [{ requirement: 'Pay', status: 'unmet', planId: null, notes: 'no src/pay.js' }],
}
const spec: SpecFacts = {
  text: 'A shop.',
  criteria: [{ tag: 'shop/cart', text: 'It has a cart.' }],
  plans: [
    { id: '0001', title: 'Cart', status: 'completed', place: 'completed', acceptanceTags: [] },
    { id: '9999', title: 'Review', status: 'active', place: 'active', acceptanceTags: [] },
  ],
  isUnderReview: false,
}

const id = (name: string): CommandId => `${input.runId}/${name}` as CommandId
const at = { lane: asLaneName('lane'), commit: asCommitHash('c'), tree: asTreeHash('t') }
const spending = { usage: { ...noUsage, output: 5 }, usd: 0.1, durationMs: 1, model: 'm' }
const opened: Event = {
  type: 'LaneOpened',
  at: 1,
  commandId: id('open/product/1'),
  path: '/lane',
  branch: 'b',
  baseCommit: at.commit,
  ...at,
}
const read = (content: SpecFacts | null = spec, filed: Filed = { latest: {}, accepted: {} }): Event => ({
  type: 'DocumentsRead',
  at: 2,
  commandId: id('look/product/1'),
  documents: {
    spec: { digest: 's', changed: { content } },
    change: { digest: 'c', changed: { content: { commit: 'spec1', author: 'a', subject: 's' } } },
    filed: { digest: 'f', changed: { content: filed } },
  },
})
const answered = (n: number, answer: Answer, violation: string[] | null = null): Event => ({
  type: 'AgentFinished',
  at: 3,
  commandId: id(`audit/product/${n}`),
  role: 'auditor',
  text: '',
  contract: 'fidelity-audit',
  answer,
  spending,
  providerSession: null,
  commit: at.commit,
  tree: at.tree,
  changedFiles: [],
  violation: violation === null ? null : { files: violation, patch: 'p' },
})
const audits = (n: number, audit: Audit): Event => answered(n, { kind: 'fidelity-audit', audit })
const found = (n: number, ...absent: readonly string[]): Event => ({
  type: 'TagsFound',
  at: 1_000,
  commandId: id(`verify/product/${n}`),
  found: {},
  absent,
})
const filed = (phase: string, ...written: readonly string[]): Event => ({
  type: 'DocumentsEdited',
  at: 5,
  commandId: id(`${phase}/product/1`),
  digests: {},
  written,
  refused: [],
})
const held = (phase: string, plans: readonly string[], underWay: readonly string[] = []): Event => ({
  type: 'PlansHeld',
  at: 6,
  commandId: id(`${phase}/product/1`),
  plans,
  underWay,
  commit: at.commit,
})
const closed: Event = { type: 'LaneClosed', at: 7, commandId: id('close/product/1'), kept: null }
const failed = (n: number): Event => ({
  type: 'AgentFailed',
  at: 3,
  commandId: id(`audit/product/${n}`),
  role: 'auditor',
  error: { kind: 'timeout', message: 'no answer in time' },
  spending,
})

const stateAfter = (events: readonly Event[], from = input) =>
  events.reduce(fidelityPlaybook.evolve, fidelityPlaybook.initialState(from))
const wanted = (events: readonly Event[], from = input) => {
  const decision = fidelityPlaybook.decide(stateAfter(events, from))
  return decision.type === 'end' ? decision.end : decision.commands[0]
}
const name = '1970-01-01-main'
const seen = [opened, read()]
const above = [...seen, audits(1, bad), found(1), filed('report', `fidelity-reports/${name}.md`)]

describe('DL-17 the product is held against its spec', () => {
  it('DL-17 opens a lane, reads, asks the auditor, looks at the evidence, reports', () => {
    expect(wanted([])).toMatchObject({ type: 'OpenLane', baseBranch: 'main' })
    expect(wanted([opened])).toMatchObject({ type: 'ReadDocuments' })
    expect(wanted(seen)).toMatchObject({ type: 'RunAgent', role: 'auditor', mode: 'review' })
    expect(wanted([...seen, audits(1, good)])).toMatchObject({ type: 'FindTags', tests: ['src/cart.js'] })
    expect(wanted([...seen, audits(1, good), found(1)])).toMatchObject({
      type: 'EditDocuments',
      edits: [{ edit: { type: 'report', report: { score: 3, bar: 25, specCommit: 'spec1', at: 1_000 } } }],
    })
    const reported = [...seen, audits(1, good), found(1), filed('report', `fidelity-reports/${name}.md`)]
    expect(wanted(reported)).toMatchObject({ type: 'CloseLane' })
    expect(wanted([...reported, closed])).toMatchObject({
      outcome: 'done',
      exitCode: 0,
      reason: 'Drift score 3, not above 25: 1 met, 0 partial, 0 unmet, 0 pieces beside the spec.',
    })
  })

  it('DL-17 tells the auditor the spec, the criteria and the plans, but not the plan of a review', () => {
    const told = JSON.stringify(wanted(seen))
    for (const words of ['A shop.', 'shop/cart: It has a cart.', '0001 Cart (completed)'])
      expect(told).toContain(words)
    expect(told).not.toContain('9999')
  })

  it('DL-17 above the threshold the plans are blocked for a review before the run says so', () => {
    expect(wanted(above)).toMatchObject({
      type: 'HoldPlans',
      review: {
        title: 'Fidelity review of docs/main.md',
        why: expect.stringContaining('53, above 25'),
        points: ['unmet: Pay (no src/pay.js)', 'recommended: Write pay'],
      },
    })
    const blocked = [...above, held('hold', ['0003'], ['0004'])]
    expect(wanted(blocked)).toMatchObject({ type: 'CloseLane' })
    expect(wanted([...blocked, closed])).toMatchObject({
      outcome: 'halted',
      exitCode: 1,
      resumable: false,
      reason: [
        'Drift score 53, above 25: a person must look.',
        '  unmet: Pay (no src/pay.js)',
        '  blocked by plans/9999-fidelity-review.md: 0003',
        '  left to their runs: 0004',
      ].join('\n'),
    })
  })

  it('DL-17 a score that is the threshold is not above it', () => {
    expect(wanted(above, { ...input, threshold: 53 })).toMatchObject({ type: 'CloseLane' })
  })

  it('DL-17 a review that cannot be written changes nothing about the verdict', () => {
    const refused: Event = {
      type: 'MergeRefused',
      at: 6,
      commandId: id('hold/product/1'),
      reason: 'checkout-in-the-way',
      detail: 'plans/0003.md has changes',
    }
    expect(wanted([...above, refused, closed])).toMatchObject({
      exitCode: 1,
      resumable: false,
      reason: expect.stringContaining('could not be blocked: plans/0003.md has changes'),
    })
  })

  it('DL-17 a report that says the same as the latest is not filed again: the earlier one is named', () => {
    const before = read(spec, { latest: { 'docs/main.md': '1969-12-31-main' }, accepted: {} })
    const same = [opened, before, audits(1, good), found(1), filed('report'), closed]
    expect(wanted(same)).toMatchObject({ next: expect.stringContaining('1969-12-31-main.md') })
  })

  it('DL-17 an audit that is fine ends the review of an earlier one', () => {
    const review = [opened, read({ ...spec, isUnderReview: true }), audits(1, good), found(1)]
    const reported = [...review, filed('report', 'x')]
    expect(wanted(reported)).toMatchObject({ type: 'HoldPlans', review: null })
    expect(wanted([...reported, held('lift', ['0003']), closed])).toMatchObject({
      exitCode: 0,
      reason: expect.stringContaining('Active again: 0003.'),
    })
  })
})

describe('DL-17 an answer that does not count', () => {
  it.each<[string, readonly Event[], string]>([
    ['prose', [answered(1, { kind: 'text' })], 'The answer is no audit.'],
    [
      'an auditor that changed files',
      [answered(1, { kind: 'fidelity-audit', audit: good }, ['a.js'])],
      'You changed a.js',
    ],
    [
      'an unreadable answer',
      [
        {
          type: 'ContractBroken',
          at: 2,
          commandId: id('audit/product/1'),
          role: 'auditor',
          contract: 'fidelity-audit',
          problems: ['risk_score: expected a number'],
          text: '',
          spending,
        },
      ],
      'risk_score: expected a number',
    ],
    ['files that are not there', [audits(1, good), found(1, 'src/cart.js')], 'no-evidence: “A cart” is met'],
  ])('DL-17 asks again after %s', (_name, events, told) => {
    const command = wanted([...seen, ...events])
    expect(command).toMatchObject({ type: 'RunAgent', id: id('audit/product/2') })
    expect(JSON.stringify(command)).toContain(told)
  })

  it('DL-17 after the third there is no score: exit 4', () => {
    const prose = [1, 2, 3].map((n) => answered(n, { kind: 'text' }))
    expect(wanted([...seen, ...prose, closed])).toMatchObject({
      exitCode: 4,
      reason: expect.stringContaining('The answer is no audit.'),
    })
  })

  it('DL-17 an auditor that times out twice is no verdict: the run stops, and starts over when resumed', () => {
    expect(wanted([...seen, failed(1)])).toMatchObject({ type: 'RunAgent', id: id('audit/product/2') })
    const stopped = [...seen, failed(1), failed(2)]
    expect(wanted(stopped)).toMatchObject({
      outcome: 'paused',
      resumable: true,
      reason: expect.stringContaining('no answer in time'),
    })
    const resumed: Event = { type: 'RunResumed', at: 9, harnessVersion: '1', nodeVersion: '20' } as never
    expect(wanted([...stopped, resumed])).toMatchObject({ type: 'OpenLane', anew: true })
  })

  it('DL-17 a spec that the base branch does not have: exit 2', () => {
    expect(wanted([opened, read(null), closed])).toMatchObject({
      exitCode: 2,
      reason: 'docs/main.md is not on main.',
    })
  })
})

describe('DL-17 a person accepts a report', () => {
  const accepts = { by: 'ada', reason: 'Pay comes later', report: name, score: 53, specCommit: 'spec1' }
  const accepting = { ...input, accepts }

  it('DL-17 the plans go on, and who accepted it is kept with the commit of the spec', () => {
    expect(wanted([], accepting)).toMatchObject({
      type: 'HoldPlans',
      review: null,
      message: expect.stringContaining('ada read 1970-01-01-main of spec spec1: Pay comes later'),
    })
    const lifted = [held('lift', ['0003'])]
    expect(wanted(lifted, accepting)).toMatchObject({
      type: 'EditDocuments',
      edits: [{ edit: { type: 'accepted', accepted: { ...accepts, at: 6, specPath: 'docs/main.md' } } }],
    })
    expect(wanted([...lifted, filed('accept', 'x')], accepting)).toMatchObject({
      exitCode: 0,
      reason: expect.stringContaining('Active again: 0003.'),
    })
  })

  it('DL-17 it counts up to its score, for this version of the spec', () => {
    const word = { score: 53, specCommit: 'spec1', by: 'ada', reason: 'Pay comes later' }
    const known = (specCommit: string): Event =>
      read(spec, { latest: {}, accepted: { 'docs/main.md': { ...word, specCommit } } })
    const rest = [audits(1, bad), found(1), filed('report', 'x')]
    expect(wanted([opened, known('spec1'), ...rest])).toMatchObject({ type: 'CloseLane' })
    expect(JSON.stringify(wanted([opened, known('spec1')]))).toContain('Pay comes later')
    expect(wanted([opened, known('spec0'), ...rest])).toMatchObject({ type: 'HoldPlans' })
    expect(JSON.stringify(wanted([opened, known('spec0')]))).not.toContain('Pay comes later')
  })

  it('DL-17 work of a person in the way pauses it with nothing recorded', () => {
    const refused: Event = {
      type: 'MergeRefused',
      at: 6,
      commandId: id('lift/product/1'),
      reason: 'checkout-in-the-way',
      detail: 'in the way',
    }
    expect(wanted([refused], accepting)).toMatchObject({ outcome: 'paused', resumable: true })
  })
})

describe('DL-17 an audit that a person abandons', () => {
  it('DL-17 ends without a verdict until the verdict is there', () => {
    expect(givenUp(stateAfter(seen), 'ada', 'not now')).toMatchObject({
      outcome: 'blocked',
      resumable: false,
    })
    expect(givenUp(stateAfter(above), 'ada', 'not now')).toBeNull()
  })
})
