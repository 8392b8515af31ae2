import type { Frozen } from '@harness/core/effects/freeze'
import type { LaneMerged } from '@harness/core/effects/merge-lane'
import type { AgentFailed } from '@harness/core/effects/run-agent'
import type { AnyEvent } from '@harness/core/kernel/effect'
import type { RunEnd } from '@harness/core/kernel/event'
import { exitCode } from '@harness/core/kernel/exit-code'
import { asCommitHash, asRunId, asTreeHash, commandId } from '@harness/core/kernel/ids'
import { type DaemonState, emptyDaemonState } from '@harness/formats/records/daemon-state'
import { describe, expect, it } from 'vitest'
import { projectEvent } from './daemon-state.ts'

const runId = asRunId('20260101-000000')
const run = { planId: '0001', runId, branch: 'task/0001-search', logPath: 'logs/0001-20260101-000000.log' }
const at = (minute: number): number => Date.UTC(2026, 0, 1, 0, minute)
const time = (minute: number): string => new Date(at(minute)).toISOString()

const started: AnyEvent = {
  type: 'RunStarted',
  at: at(0),
  runId,
  playbook: 'delivery',
  playbookVersion: 1,
  input: {},
}
const resumed = (minute: number): AnyEvent => ({ type: 'RunResumed', at: at(minute), until: null })
const merged: LaneMerged = {
  type: 'LaneMerged',
  at: at(5),
  commandId: commandId(runId, 'merge', '0001', 1),
  commit: asCommitHash('c0ffee'),
  tree: asTreeHash('7ee'),
  evidence: [],
  size: null,
  by: 'harness',
}
const ended = (minute: number, end: Partial<RunEnd>): AnyEvent => ({
  type: 'RunEnded',
  at: at(minute),
  end: {
    outcome: 'done',
    exitCode: exitCode.done,
    reason: '',
    next: '',
    resumable: false,
    report: '',
    ...end,
  },
})
const blocked = (minute: number): AnyEvent =>
  ended(minute, { outcome: 'blocked', exitCode: exitCode.halted, reason: 'did not converge' })
const rateLimited: AgentFailed = {
  type: 'AgentFailed',
  at: at(2),
  commandId: commandId(runId, 'implement', '0001', 1),
  role: 'implementer',
  error: { kind: 'rate_limit', message: 'until noon' },
  spending: {
    usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    usd: null,
    durationMs: 1,
    model: 'm',
  },
}

const given = (...events: readonly AnyEvent[]): DaemonState => on(emptyDaemonState, ...events)
const on = (state: DaemonState, ...events: readonly AnyEvent[]): DaemonState =>
  events.reduce((next, event) => projectEvent(next, run, event, []), state)
const told = (state: DaemonState): readonly string[] => state.history.map(({ event }) => event)

describe('state.json tells', () => {
  it('DL-14 which plan is active from its start', () => {
    const state = given(started)
    expect(state).toMatchObject({
      version: 1,
      active: { planId: '0001', runId, branch: 'task/0001-search', startedAt: time(0), logPath: run.logPath },
      runsFired: 1,
      history: [{ at: time(0), event: 'plan_started', planId: '0001', runId }],
    })
  })

  it('DL-14 how often the daemon met a rate limit in this plan, and counts no run that a daemon counts', () => {
    expect(given(started).active).toMatchObject({ rateLimitRetries: 0 })
    const active = { planId: '0001', runId: null, branch: null, startedAt: null, logPath: null }
    const limited = { ...emptyDaemonState, active: { ...active, rateLimitRetries: 2 }, daemon: { pid: 7 } }
    expect(on(limited, started)).toMatchObject({ active: { runId, rateLimitRetries: 2 }, runsFired: 0 })
    const other = { ...limited, active: { ...limited.active, planId: '0002' } }
    expect(on(other, started)).toMatchObject({ active: { planId: '0001', rateLimitRetries: 0 } })
  })

  it('DL-14 what was merged last, and that the plan is completed', () => {
    const state = given(started, merged, ended(6, {}))
    expect(state).toMatchObject({ active: null, lastMergeSha: 'c0ffee', blocked: {} })
    expect(told(state)).toEqual(['plan_started', 'merge_observed', 'plan_completed'])
  })

  it('DL-14 why a plan is blocked and how often it was before', () => {
    const once = given(started, blocked(3))
    expect(once.active).toBe(null)
    expect(once.blocked).toEqual({ '0001': { reason: 'did not converge', blockedAt: time(3), retries: 0 } })
    const twice = on(once, resumed(4), blocked(5))
    expect(twice.blocked['0001']).toMatchObject({ blockedAt: time(5), retries: 1 })
    expect(on(twice, resumed(6)).blocked).toEqual({})
    expect(on(twice, resumed(6), ended(7, {})).blocked).toEqual({})
  })

  it.each([
    ['paused after a phase', { outcome: 'paused', exitCode: exitCode.done, resumable: true }],
    ['rate limited', { outcome: 'halted', exitCode: exitCode.rateLimited, resumable: true }],
  ] as const)('DL-14 a run that is %s stays active, to be taken up at the next boot', (_, end) => {
    expect(given(started, ended(3, end)).active?.runId).toBe(runId)
  })

  it('DL-14 an interrupted run stays active', () => {
    const interrupted: AnyEvent = { type: 'RunInterrupted', at: at(1), reason: 'signal', spent: [] }
    expect(given(started, interrupted).active).toEqual(given(started).active)
    expect(given(started, interrupted, resumed(2)).active?.startedAt).toBe(time(0))
  })

  it('DL-12 that a rate limit made it wait', () => {
    expect(given(started, rateLimited).history.at(-1)).toMatchObject({
      event: 'rate_limit_backoff',
      detail: 'until noon',
    })
  })

  it('DL-15 that it was frozen', () => {
    const frozen: Frozen = {
      type: 'Frozen',
      at: at(1),
      commandId: commandId(runId, 'freeze', '0001', 1),
      reason: 'why',
    }
    expect(given(frozen).history).toMatchObject([{ event: 'frozen', detail: 'why' }])
  })

  it('DL-16 each warning once a run', () => {
    const warn = (state: DaemonState, event: AnyEvent): DaemonState =>
      projectEvent(state, run, event, ['budget_ceiling_reached', 'plan_over_budget'])
    const state = warn(warn(given(started), rateLimited), merged)
    expect(told(state)).toEqual([
      'plan_started',
      'rate_limit_backoff',
      'budget_ceiling_reached',
      'plan_over_budget',
      'merge_observed',
    ])
  })
})

describe('projecting again what was projected', () => {
  it('DL-14 changes nothing, wherever it had stopped', () => {
    const story = [started, rateLimited, blocked(3), resumed(4), blocked(5), resumed(6), merged, ended(7, {})]
    const whole = given(...story)
    for (let stop = 0; stop <= story.length; stop++) {
      expect(on(given(...story.slice(0, stop)), ...story)).toEqual(whole)
    }
  })

  it('DL-14 leaves another run active, and what it merged', () => {
    const other = { ...run, planId: '0002', runId: '20260102-000000' }
    const before = given(started, merged, ended(7, {}))
    const mergedLater: LaneMerged = { ...merged, at: at(9), commit: asCommitHash('beef') }
    const after = projectEvent(
      projectEvent(before, other, { ...started, at: at(8) }, []),
      other,
      mergedLater,
      [],
    )
    expect(on(after, started, merged, ended(7, {}))).toEqual(after)
  })

  it('keeps the last hundred entries, and adds none that may have been among the forgotten', () => {
    let state = given(started)
    for (let minute = 10; minute < 150; minute++) state = on(state, { ...merged, at: at(minute) })
    expect(state.history).toHaveLength(100)
    expect(state.history[0]?.at).toBe(time(50))
    expect(on(state, started)).toBe(state)
    expect(state.runsFired).toBe(1)
  })
})
