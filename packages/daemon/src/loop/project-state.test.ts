import type { HistoryEntry } from '@harness/core/playbooks/daemon/history'
import { daemon } from '@harness/core/playbooks/daemon/playbook'
import type { DaemonState, Work } from '@harness/core/playbooks/daemon/state'
import { emptyDaemonState, type DaemonState as StateFile } from '@harness/formats/records/daemon-state'
import { printMoment } from '@harness/formats/text/moment'
import { describe, expect, it } from 'vitest'
import { projectHistory } from './project-history.ts'
import { projectDaemon } from './project-state.ts'

const noon = Date.UTC(2026, 0, 31, 12)
const at = (minute: number): string => printMoment(noon + minute * 60_000)
const initial = daemon.initialState({ runId: '20260131-120000' as never, adopted: null })
const working = (id: string): Work => ({
  id,
  kind: 'plan',
  title: '',
  args: ['run', id],
  run: null,
  phase: { type: 'working' },
  turn: 1,
  startedAt: noon,
  rateLimits: 0,
  restarts: 0,
  retries: 0,
})
const withPlans = (...ids: readonly string[]): DaemonState => ({
  ...initial,
  mode: 'running',
  work: Object.fromEntries(ids.map((id) => [id, working(id)])),
})
const place = { pid: 7, stateDir: '/s' }
const runOf = (id: string): StateFile['runs'][string] => ({
  run: `${id}-20260131-120001`,
  status: 'working',
  reason: '',
  since: at(0),
  next: '',
  branch: `task/${id}-hello`,
})
const entry = (minute: number, event: HistoryEntry['event'], planId: string | null = null, detail = '') => ({
  at: noon + minute * 60_000,
  event,
  planId,
  detail,
})

describe('DL-14 what state.json says of a daemon', () => {
  it('DL-14 the active plan of several has its run, branch and log, whichever run was written last', () => {
    const runs = { '0001': runOf('0001'), '0002': runOf('0002') }
    const theirs = { planId: '0002', runId: 'r', branch: 'b', logPath: 'l', startedAt: at(0) }
    const both = projectDaemon(
      { ...emptyDaemonState, runs, active: theirs },
      withPlans('0001', '0002'),
      place,
    )
    expect(both.active).toMatchObject({ planId: '0002', runId: 'r', branch: 'b', logPath: 'l' })
    for (const before of [theirs, null]) {
      const one = projectDaemon({ ...emptyDaemonState, runs, active: before }, withPlans('0001'), place)
      expect(one.active).toEqual({
        planId: '0001',
        runId: '20260131-120001',
        branch: 'task/0001-hello',
        logPath: '/s/logs/0001-20260131-120001.log',
        startedAt: at(0),
        rateLimitRetries: 0,
        checking: false,
      })
    }
  })

  it('DL-14 every moment is a text, and a daemon that has ended has no process', () => {
    const stopped: DaemonState = {
      ...initial,
      mode: 'stopping',
      pause: { why: 'operator', reason: 'lunch', since: noon },
      hold: { code: 'dirty', reason: 'r', next: 'n', since: noon, until: noon + 1, times: 1 },
    }
    const file = projectDaemon(emptyDaemonState, stopped, { ...place, pid: null })
    expect(file).toMatchObject({
      mode: 'paused',
      daemon: { pid: null, pause: { since: at(0) }, hold: { until: printMoment(noon + 1) } },
    })
    expect(JSON.stringify(file)).not.toMatch(/\d{13}/)
  })

  it('DL-14 the daemon’s own history is beside that of runs, in order, and no thing is told twice', () => {
    const file: StateFile['history'] = [
      { at: at(1), event: 'plan_started', planId: '0001', runId: 'r' },
      { at: at(2), event: 'merge_observed', planId: '0001', runId: 'r', detail: 'abc' },
      { at: at(3), event: 'plan_completed', planId: '0001', runId: 'r' },
      { at: at(4), event: 'plan_blocked', planId: '0002', runId: 's', detail: 'Red.' },
    ]
    const history = [
      entry(0, 'booted'),
      entry(0.5, 'plan_started', '0001'),
      entry(2.5, 'merge_observed', '0001', 'abc'),
      entry(3.5, 'plan_completed', '0001', 'abc'),
      entry(3.6, 'fidelity_blocked', null, 'score 53'),
      entry(4.5, 'plan_blocked', '0002', 'Red.'),
      entry(5, 'plan_blocked', '0002', 'It was resumed 2 times.'),
      entry(6, 'merge_observed', null, 'def'),
      entry(6, 'merge_observed', null, '123'),
      entry(7, 'plan_started', 'q1'),
    ]
    const once = projectHistory(file, history)
    expect(once.map(({ event, planId, detail }) => [event, planId, detail])).toEqual([
      ['booted', null, undefined],
      ['plan_started', '0001', undefined],
      ['merge_observed', '0001', 'abc'],
      ['plan_completed', '0001', undefined],
      ['fidelity_blocked', null, 'score 53'],
      ['plan_blocked', '0002', 'Red.'],
      ['plan_blocked', '0002', 'It was resumed 2 times.'],
      ['merge_observed', null, 'def'],
      ['merge_observed', null, '123'],
      ['plan_started', 'q1', undefined],
    ])
    expect(projectHistory(once, history)).toEqual(once)
    const early = projectHistory(file.slice(0, 1), history)
    expect(projectHistory([...early, ...file.slice(1)], history)).toEqual(once)
  })

  it('DL-14 keeps the last hundred', () => {
    const many = Array.from({ length: 100 }, (_, minute) => entry(minute, 'paused'))
    const file = Array.from({ length: 100 }, (_, minute) => ({ at: at(minute + 50), event: 'theirs' }))
    const kept = projectHistory(file, many)
    expect([kept.length, kept[0]?.at, kept.at(-1)?.at]).toEqual([100, at(75), at(149)])
  })
})
