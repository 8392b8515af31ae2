import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { LanesConfig } from '@harness/formats/config/harness-config'
import { describe, expect, it, onTestFinished } from 'vitest'
import { firstAttempt, openLaneCommand, type TargetRepo, targetRepo } from '../../test-support/target-repo.ts'
import { readLaneRecord } from './lane-record.ts'
import { openLane } from './open-lane.ts'
import { leasedPorts } from './port-lease.ts'
import { restoreLane } from './restore-lane.ts'

const { lane, branch, baseBranch } = openLaneCommand()

/** Repositories of one user. */
function user() {
  const first = targetRepo()
  const data = join(first.root, '../data')
  const portsOf = (repo: TargetRepo, lanes: Partial<LanesConfig> = {}) => {
    const ports = repo.ports(lanes)
    return { ...ports, environment: { ...ports.environment, HARNESS_DATA_DIR: data } }
  }
  const portsIn = async (repo: TargetRepo): Promise<readonly number[]> =>
    (await readLaneRecord(repo.stateDir, lane))?.ports ?? []
  return {
    first,
    portsOf,
    portsIn,
    environment: { HARNESS_DATA_DIR: data },
    async opens(repo: TargetRepo, lanes: Partial<LanesConfig> = {}): Promise<readonly number[]> {
      const opened = await openLane(openLaneCommand(), firstAttempt, portsOf(repo, lanes))
      if (opened.type !== 'LaneOpened') throw new Error(JSON.stringify(opened))
      return portsIn(repo)
    },
    leaseFiles: (): readonly string[] =>
      readdirSync(data, { recursive: true })
        .map((name) => join(data, String(name)))
        .filter((name) => name.endsWith('.json')),
    async resumes(repo: TargetRepo, lanes: Partial<LanesConfig> = {}): Promise<readonly number[]> {
      const { baseCommit } = (await readLaneRecord(repo.stateDir, lane)) ?? {}
      if (baseCommit === undefined) throw new Error('the lane has no record')
      const known = { lane, branch, baseBranch, baseCommit, commit: baseCommit }
      await restoreLane(known, portsOf(repo, lanes), firstAttempt.signal)
      return portsIn(repo)
    },
  }
}

/** Rewrites every lease as one of a process that is gone. */
function endHolders(files: readonly string[]): void {
  for (const file of files) {
    const lease = JSON.parse(readFileSync(file, 'utf8'))
    writeFileSync(
      file,
      JSON.stringify({ ...lease, holder: { ...lease.holder, bootId: 'earlier', startTime: '1' } }),
    )
  }
}

describe('DL-31 ports are leased for all repositories of a user', () => {
  it('blocks do not overlap, whatever their size', async () => {
    const { first, opens } = user()
    const one = await opens(first, { portsPerLane: 3 })
    const two = await opens(targetRepo(), { portsPerLane: 5 })
    expect(one).toHaveLength(3)
    expect(two).toHaveLength(5)
    expect(new Set([...one, ...two]).size).toBe(8)
  })

  it('a lane keeps its lease after its process is gone; a lane that was never made and a removed repository do not', async () => {
    const { first, opens, leaseFiles, environment } = user()
    const [second, third] = [targetRepo(), targetRepo()]
    const [one, two, three] = [await opens(first), await opens(second), await opens(third)]
    endHolders(leaseFiles())
    expect(await leasedPorts(environment)).toEqual(new Set([...one, ...two, ...three]))
    rmSync(join(second.stateDir, 'lanes/.records'), { recursive: true })
    rmSync(third.root, { recursive: true })
    expect(await leasedPorts(environment)).toEqual(new Set(one))
    await opens(targetRepo())
    expect(leaseFiles()).toHaveLength(2)
  })

  it('a lane whose lease is lost takes it again on resume, with the same ports if no other lane holds them', async () => {
    const { first, opens, resumes, leaseFiles, environment } = user()
    const lanes = { setup: ['echo x >> "$HOME/ran"'] }
    const before = await opens(first, lanes)
    for (const file of leaseFiles()) rmSync(file)
    expect(await resumes(first, lanes)).toEqual(before)
    expect(await leasedPorts(environment)).toEqual(new Set(before))
    for (const file of leaseFiles()) rmSync(file)
    const others = await opens(targetRepo())
    expect(others).toEqual(before)
    const after = await resumes(first, lanes)
    expect(after.some((port) => before.includes(port))).toBe(false)
    // What set-up made may name the old ports.
    expect(existsSync(join(first.root, '.git/worktrees/lane-1/harness-set-up'))).toBe(false)
  })

  it('a port that something listens on is passed over, also when its own lane is resumed', async () => {
    const { first, opens, resumes } = user()
    const [port] = await opens(first)
    const server = createServer()
    onTestFinished(() => new Promise((done) => void server.close(() => done())))
    await new Promise<void>((done) => {
      // If another process listens there already, that serves as well.
      server.once('error', () => done()).listen({ port, host: '127.0.0.1' }, done)
    })
    expect(await opens(targetRepo())).not.toContain(port)
    expect(await resumes(first)).not.toContain(port)
  })
})
