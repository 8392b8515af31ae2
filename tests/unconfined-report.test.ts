/** The report of every playbook says if no sandbox held its agents and checks. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { harness } from './support/harness-here.ts'
import { missionRepo } from './support/mission-repo.ts'
import { asks, ownRepo } from './support/own-playbook.ts'
import { runDirs, write } from './support/sample-repo.ts'
import { canConfine } from './support/sandbox.ts'

const reportOf = (root: string, subject: string): string =>
  readFileSync(join(runDirs(root, subject)[0] ?? '', 'report.md'), 'utf8')

const unconfined = /## Sandbox\n+Unconfined: /

describe('TR-02 a run without a sandbox says so in its report', () => {
  it('a mission, also if a sandbox holds its end', async () => {
    const look = { checkpoints: { types: [{ name: 'look', triggerOn: 'post-planner' }] } }
    const { root, options, read } = missionRepo([], look, [{ id: 'F-001' }])
    expect((await harness(root, ['mission'], options)).code).toBe(8)
    const config = JSON.parse(read('harness.config.json'))
    write(root, { 'harness.config.json': JSON.stringify({ ...config, sandbox: 'auto' }) })
    const done = await harness(root, ['grant', 'look'], options)
    expect(done.code, done.stderr).toBe(0)
    expect(reportOf(root, 'mission')).toMatch(unconfined)
    expect((await harness(root, ['show', 'mission'], options)).stdout).toMatch(unconfined)
    expect((await harness(root, ['replay', 'mission'], options)).code).toBe(0)
  })

  it('an own playbook, and one that is given up', async () => {
    const root = ownRepo(asks())
    for (const ends of [
      ['answer', 'ask', 'yes'],
      ['refuse', 'ask', '--give-up', '-m', 'no'],
    ]) {
      expect((await harness(root, ['ask'])).code).toBe(8)
      await harness(root, ends)
    }
    const reports = runDirs(root, 'ask').map((dir) => join(dir, 'report.md'))
    expect(reports.filter((path) => existsSync(path))).toHaveLength(2)
    for (const path of reports) expect(readFileSync(path, 'utf8')).toMatch(unconfined)
  })

  it.skipIf(!canConfine)('a confined mission does not', async () => {
    const { root, options } = missionRepo([], {}, [{ id: 'F-001' }], { sandbox: 'required' })
    const done = await harness(root, ['mission'], options)
    expect(done.code, done.stderr).toBe(0)
    expect(reportOf(root, 'mission')).not.toMatch(unconfined)
  })
})
