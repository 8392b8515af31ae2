import { describe, expect, it } from 'vitest'
import type { RunEnd } from '../../kernel/event.ts'
import { asCommitHash, asTreeHash, commandId } from '../../kernel/ids.ts'
import { spending } from '../../test-support/outcomes.ts'
import {
  calibratePlans,
  calibrateRun,
  describeCalibration,
  type RunCalibration,
  sum,
  summarizeCalibration,
} from './calibration.ts'
import type { Command, Event } from './effects.ts'
import { input } from './test-support/sample-input.ts'

const id = (phase: string, attempt = 1) => commandId(input.runId, phase, '0001', attempt)
const minute = 60_000
const started: Event = {
  type: 'RunStarted',
  at: 0,
  runId: input.runId,
  playbook: 'delivery',
  playbookVersion: 1,
  input: {
    ...input,
    plan: { ...input.plan, expected: { lines: 40, files: null } },
    budget: { ...input.budget, planTokens: 400_000 },
  },
}
const issued = (at: number, command: { type: Command['type']; id: Command['id']; role?: string }): Event => ({
  type: 'CommandIssued',
  at: at * minute,
  command: command as Command,
})
const agent = (
  phase: string,
  role: string,
  from: number,
  to: number,
  tokens: number,
  attempt = 1,
): Event[] => [
  issued(from, { type: 'RunAgent', id: id(phase, attempt), role }),
  {
    type: 'AgentFinished',
    at: to * minute,
    commandId: id(phase, attempt),
    role,
    text: '',
    contract: 'work',
    answer: { kind: 'text' },
    spending: spending(tokens),
    providerSession: null,
    commit: asCommitHash('c'),
    tree: asTreeHash('t'),
    changedFiles: [],
    violation: null,
  },
]
const merged = (from: number, to: number): Event[] => [
  issued(from, { type: 'MergeLane', id: id('merge') }),
  {
    type: 'LaneMerged',
    at: to * minute,
    commandId: id('merge'),
    commit: asCommitHash('m'),
    tree: asTreeHash('t'),
    evidence: [],
    size: { files: 3, added: 50, removed: 10 },
    by: 'harness',
  },
]
const ended = (at: number, outcome: RunEnd['outcome'], resumable = false): Event => ({
  type: 'RunEnded',
  at: at * minute,
  end: { outcome, exitCode: 0, reason: '', next: '', resumable, report: '' },
})
const calibrated = (...events: readonly Event[]): RunCalibration | null => calibrateRun([started, ...events])

describe('DL-33 calibration of a run', () => {
  it('DL-33 counts passes, tokens, work and size, per phase and role', () => {
    const run = calibrated(
      ...agent('implement', 'implementer', 1, 4, 1_000),
      ...agent('review', 'reviewer', 4, 5, 200),
      ...agent('fix', 'fixer', 5, 7, 500),
      ...agent('review', 'reviewer', 7, 8, 100, 2),
      ...merged(8, 9),
      ended(9, 'done'),
    )
    expect(run).toEqual({
      planId: '0001',
      title: 'Add sum',
      estimated: { passes: 2, tokens: 400_000, lines: 40, files: null },
      outcome: 'done',
      passes: 2,
      size: { files: 3, added: 50, removed: 10 },
      merged: true,
      total: { calls: 4, tokens: 1_800, ms: 8 * minute },
      phases: {
        implement: { calls: 1, tokens: 1_000, ms: 3 * minute },
        review: { calls: 2, tokens: 300, ms: 2 * minute },
        fix: { calls: 1, tokens: 500, ms: 2 * minute },
        merge: { calls: 0, tokens: 0, ms: minute },
      },
      roles: {
        implementer: { calls: 1, tokens: 1_000, ms: 3 * minute },
        reviewer: { calls: 2, tokens: 300, ms: 2 * minute },
        fixer: { calls: 1, tokens: 500, ms: 2 * minute },
      },
    })
  })

  it('DL-33 does not count waiting for a person or a limit', () => {
    const gate = id('gate')
    const run = calibrated(
      issued(0, { type: 'AskHuman', id: gate }),
      {
        type: 'GateAnswered',
        at: 500 * minute,
        commandId: gate,
        answer: { choice: 'grant', reason: '', by: '' },
      },
      issued(500, { type: 'WakeAt', id: id('wait') }),
      { type: 'TimerFired', at: 900 * minute, commandId: id('wait') },
    )
    expect(run?.total.ms).toBe(0)
  })

  it('DL-33 does not count the time between two processes, and counts what a cancelled call cost', () => {
    const [issue, finish] = agent('implement', 'implementer', 0, 102, 50)
    const run = calibrated(
      issue!,
      {
        type: 'RunInterrupted',
        at: 2 * minute,
        reason: 'signal',
        spent: [{ commandId: id('implement'), spending: spending(7) }],
      },
      { type: 'RunResumed', at: 100 * minute, until: null },
      finish!,
    )
    expect(run?.total).toEqual({ calls: 2, tokens: 57, ms: 4 * minute })
  })

  it('DL-33 counts until it was last heard of where a process crashed', () => {
    const [issue, finish] = agent('review', 'reviewer', 4, 102, 50)
    const run = calibrated(
      ...agent('implement', 'implementer', 0, 4, 10),
      issue!,
      { type: 'RunResumed', at: 100 * minute, until: null },
      finish!,
    )
    expect(run?.phases.review?.ms).toBe(2 * minute)
  })

  it('DL-33 makes nothing of an empty journal', () => {
    expect(calibrateRun([])).toBeNull()
    expect(calibrateRun([ended(1, 'done')])).toBeNull()
  })
})

describe('DL-33 calibration of plans', () => {
  const run = (planId: string, more: Partial<RunCalibration> = {}): RunCalibration => ({
    ...(calibrated(
      ...agent('review', 'reviewer', 0, 3, 100),
      ...merged(3, 4),
      ended(4, 'done'),
    ) as RunCalibration),
    planId,
    ...more,
  })

  it('DL-33 adds up the runs of a plan, and leaves out those under way', () => {
    const plans = calibratePlans([
      run('0002'),
      run('0001', { outcome: 'blocked', merged: false, size: null, title: 'before' }),
      run('0001'),
      run('0001', { outcome: null }),
    ])
    expect(
      plans.map(({ planId, runs, passes, title, merged }) => [planId, runs, passes, title, merged]),
    ).toEqual([
      ['0001', 2, 2, 'Add sum', true],
      ['0002', 1, 1, 'Add sum', true],
    ])
    expect(plans[0]).toMatchObject({ total: { calls: 2, tokens: 200, ms: 8 * minute }, size: { files: 3 } })
    expect(sum(plans.map(({ roles }) => roles))).toEqual({
      reviewer: { calls: 3, tokens: 300, ms: 9 * minute },
    })
  })

  it('DL-33 says by medians how far off estimates are, of merged plans only', () => {
    const plans = calibratePlans([
      run('0001', { passes: 1 }),
      run('0002', { passes: 2 }),
      run('0003', { passes: 8, estimated: { passes: 2, tokens: 50, lines: null, files: 6 } }),
      run('0004', { passes: 100, merged: false }),
    ])
    const summary = summarizeCalibration(plans)
    expect(summary).toEqual({
      plans: 3,
      passes: 1,
      tokens: 100 / 400_000,
      lines: 1.5,
      files: 0.5,
      msPerPass: 2 * minute,
    })
    expect(describeCalibration(summary)).toBe(
      'Actual against estimated, median over 3 merged plans: passes 1×, tokens 0.00025×, lines 1.5×, files 0.5×; 2 minutes of work a pass.',
    )
  })

  it('DL-33 says nothing about estimates if nothing was merged', () => {
    const summary = summarizeCalibration([])
    expect(summary).toEqual({
      plans: 0,
      passes: null,
      tokens: null,
      lines: null,
      files: null,
      msPerPass: null,
    })
    expect(describeCalibration(summary)).toContain('No plan has been merged yet')
  })
})
