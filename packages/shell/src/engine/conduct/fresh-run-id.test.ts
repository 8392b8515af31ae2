import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asCommitHash, asLaneName } from '@harness/core/kernel/ids'
import { describe, expect, it } from 'vitest'
import { writeLaneRecord } from '../../effects/lanes/lane-record.ts'
import { systemClock } from '../../machine/clock/clock-system.ts'
import { runFolder, runIdAt } from '../../store/layout/run-folder.ts'
import { taskRunFolder } from '../../store/sidecars/task-files.ts'
import { deliver, sampleRepo } from '../../test-support/sample-delivery.ts'
import { freshRunId } from './fresh-run-id.ts'

const now = Date.UTC(2026, 10, 16, 7, 0, 59)
const first = runIdAt(now)
const second = '20261116-070100'
const third = '20261116-070101'
const laneOf = (plan: string, madeBy: string) => ({
  version: 1 as const,
  lane: asLaneName(`${plan}-hello`),
  branch: `task/${plan}-hello`,
  path: `/lanes/${plan}`,
  baseCommit: asCommitHash('a'.repeat(40)),
  madeBy,
  ports: [],
  stage: 'ready' as const,
})

describe('QA-03 a new run has a name of its own', () => {
  const leftovers: Readonly<Record<string, (stateDir: string) => unknown>> = {
    'a run': (stateDir) => mkdirSync(runFolder(stateDir, '0001', first), { recursive: true }),
    'a run that was set aside': (stateDir) =>
      mkdirSync(`${runFolder(stateDir, '0001', first)}.aside`, { recursive: true }),
    'the lane of a run that is gone': (stateDir) =>
      writeLaneRecord(stateDir, laneOf('0001', `${first}/open-lane/0001/1`)),
    'the task files of a run that is gone': (stateDir) =>
      mkdirSync(taskRunFolder(stateDir, '0001', first), { recursive: true }),
  }
  it.each(Object.keys(leftovers))('that of %s is taken', async (what) => {
    const stateDir = mkdtempSync(join(tmpdir(), 'harness-state-'))
    expect(await freshRunId(stateDir, '0001', now)).toBe(first)
    await leftovers[what]?.(stateDir)
    expect(await freshRunId(stateDir, '0001', now)).toBe(second)
    expect(await freshRunId(stateDir, '0002', now), 'of another plan').toBe(first)
  })

  it('MI-13 that of a lane which a mission opened for a feature is taken, though the lane is not the mission’s own', async () => {
    const stateDir = mkdtempSync(join(tmpdir(), 'harness-state-'))
    await writeLaneRecord(stateDir, laneOf('F-001', `${first}/open/F-001/1`))
    expect(await freshRunId(stateDir, 'mission', now, 'its parts')).toBe(second)
    expect(await freshRunId(stateDir, '0001', now), 'of a plan').toBe(first)
  })

  it('MI-13 that of a branch which a mission left is taken, though nothing else is known of it any more', async () => {
    const stateDir = mkdtempSync(join(tmpdir(), 'harness-state-'))
    const left = [`harness/docs-1-${first}`, `harness/mission-${second}-1`, 'harness/F-001']
    expect(await freshRunId(stateDir, 'mission', now, 'its parts', left)).toBe(third)
  })

  it('HB-15 that of a second in which an earlier run named a lane is taken', async () => {
    const stateDir = mkdtempSync(join(tmpdir(), 'harness-state-'))
    const lane = asLaneName(`impeccable-3-3.1-${first}`)
    await writeLaneRecord(stateDir, { ...laneOf('3.1', '20261116-060000/open/3.1/1'), lane })
    expect(await freshRunId(stateDir, 'handbook', now, 'its parts')).toBe(second)
    expect(await freshRunId(stateDir, '0001', now), 'of a plan').toBe(first)
  })

  it('a plan whose run was set aside within the same second is delivered by a new run', async () => {
    const repo = sampleRepo()
    const clock = { ...systemClock, now: () => now }
    const { runDir } = await deliver(repo, '0001', { until: 'implement', clock })
    renameSync(runDir, `${runDir}.aside`)
    rmSync(taskRunFolder(join(runDir, '../../..'), '0001', first), { recursive: true })
    const { rest, runId } = await deliver(repo, '0001', { clock })
    expect(rest).toMatchObject({ type: 'ended', end: { outcome: 'done' } })
    expect(runId).toBe(second)
  })
})
