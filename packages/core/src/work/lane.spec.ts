import { describe, expect, it } from 'vitest'
import type { LaneOpened } from '../effects/open-lane.ts'
import { asCommitHash, asLaneName, asRunId, asTreeHash, commandId } from '../kernel/ids.ts'
import {
  changedLane,
  closeLane,
  type LaneAt,
  laneAt,
  mergeLane,
  runChecks,
  syncedLane,
  syncLane,
} from './lane.ts'

const id = commandId(asRunId('20261117-080000'), 'open', '0001', 1)
const lane: LaneAt = {
  lane: asLaneName('0001-sum'),
  branch: 'task/0001-sum',
  baseCommit: asCommitHash('b0'),
  commit: asCommitHash('c0'),
  tree: asTreeHash('t0'),
}
const check = { name: 'test', run: 'npm test', timeoutMs: 1000, claims: [] }
const moved = { commit: asCommitHash('c1'), tree: asTreeHash('t1') }

describe('where a lane stands', () => {
  it('is what its opening said, without the path', () => {
    const event: LaneOpened = { type: 'LaneOpened', at: 1, commandId: id, path: '/lanes/1', ...lane }
    expect(laneAt(event)).toEqual(lane)
  })

  it('has the new base after it was brought in, and keeps what a playbook added', () =>
    expect(syncedLane({ ...lane, change: id }, { baseCommit: asCommitHash('b1'), ...moved })).toEqual({
      ...lane,
      change: id,
      baseCommit: 'b1',
      commit: 'c1',
      tree: 't1',
    }))

  it('moves only if the agent changed files', () => {
    expect(changedLane(lane, { ...moved, changedFiles: ['a.js'] })).toEqual({ ...lane, ...moved })
    expect(changedLane(lane, { ...moved, changedFiles: [] })).toBe(lane)
  })
})

describe('the commands of a lane', () => {
  it('bring the base in from the commit that the lane stands at', () =>
    expect(syncLane(id, lane, 'main')).toEqual({
      type: 'SyncLane',
      id,
      lane: '0001-sum',
      startCommit: 'c0',
      baseBranch: 'main',
      baseCommit: 'b0',
    }))

  it('check its tree, and count tests against its base', () =>
    expect(runChecks(id, lane, [check])).toEqual({
      type: 'RunChecks',
      id,
      lane: '0001-sum',
      commit: 'c0',
      tree: 't0',
      checks: [check],
      baseCommit: 'b0',
    }))

  it('merge exactly its tree', () =>
    expect(
      mergeLane(id, lane, { baseBranch: 'main', message: 'Merge plan 0001', checks: [check], asItIs: true }),
    ).toEqual({
      type: 'MergeLane',
      id,
      lane: '0001-sum',
      branch: 'task/0001-sum',
      commit: 'c0',
      tree: 't0',
      baseBranch: 'main',
      baseCommit: 'b0',
      message: 'Merge plan 0001',
      checks: [check],
      asItIs: true,
    }))

  it('close it with its branch', () =>
    expect(closeLane(id, lane, 'main')).toEqual({
      type: 'CloseLane',
      id,
      lane: '0001-sum',
      branch: 'task/0001-sum',
      baseBranch: 'main',
    }))
})
