import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { laneCell } from '../../effects/lanes/lane-cell.ts'
import { openLane } from '../../effects/lanes/open-lane.ts'
import { shellCommand } from '../../machine/process/shell-command.ts'
import { runConfined } from '../../machine/sandbox/run-confined.ts'
import { whyNoSandbox } from '../../machine/sandbox/test-support/confined-shell.ts'
import { configIn } from '../../test-support/config-in.ts'
import { commitOf, firstAttempt, openLaneCommand, targetRepo } from '../../test-support/target-repo.ts'
import { runSandbox } from './run-sandbox.ts'

/** A check in a lane, if the operator allows to write the home, and the checkout is in it. */
async function checkInHome(lanes: Record<string, unknown>) {
  const settings = { checks: [{ name: 'test', run: 'true' }], sandbox: { write: ['~'] }, lanes }
  const repo = targetRepo({ 'harness.config.json': JSON.stringify(settings), 'a.txt': 'a\n' })
  const home = dirname(repo.root)
  const config = await configIn(repo.root)
  const own = repo.ports(lanes)
  const environment = { ...own.environment, HOME: home }
  const place = { config, environment, repoRoot: repo.root, stateDir: repo.stateDir }
  const ports = { ...own, environment, sandbox: await runSandbox(place) }
  const opened = await openLane(openLaneCommand(), firstAttempt, ports)
  if (opened.type !== 'LaneOpened') throw new Error(JSON.stringify(opened))
  writeFileSync(join(home, 'beside.txt'), 'beside\n')
  const use = { purpose: 'checks', commit: commitOf(repo, opened.branch) } as const
  return {
    home,
    lane: opened.path,
    async check(line: string) {
      const { stdout, stderr } = await runConfined(ports.sandbox, laneCell(opened, ports, use), {
        ...shellCommand(line),
        env: { PATH: process.env.PATH ?? '' },
        limits: { wallMs: 30_000, outputBytes: 1024 * 1024 },
        capture: true,
      })
      return `${stdout}${stderr}`
    },
  }
}

describe.skipIf(whyNoSandbox !== null)(`TR-01 the folder of all lanes (${whyNoSandbox ?? 'tried'})`, () => {
  test.each([
    ['beside the checkout', {}, /\/repo\.lanes$/],
    ['where lanes.dir says', { dir: '../work' }, /\/work\/repo-[0-9a-f]{8}$/],
  ])(
    '%s is hidden in a folder that can be written, but for the own lane',
    async (_where, lanes, expected) => {
      const { home, lane, check } = await checkInHome(lanes)
      const folder = dirname(lane)
      expect(folder).toMatch(expected)
      mkdirSync(join(folder, 'templates'))
      expect(await check(`ls -A '${folder}'`)).toBe(`${basename(lane)}\n`)
      expect(await check(`cat '${lane}.gitdir'`)).toContain('No such file')
      expect(await check(`echo x > '${folder}/templates/x'`)).not.toBe('')
      const line = `cat '${home}/beside.txt' a.txt && echo y > b.txt && cat b.txt && echo z > '${home}/new'`
      expect(await check(line)).toBe('beside\na\ny\n')
      expect(readFileSync(join(lane, 'b.txt'), 'utf8')).toBe('y\n')
      expect(existsSync(join(home, 'new'))).toBe(true)
    },
  )

  test('in the home, for lanes that cannot be beside their checkout, is hidden', async () => {
    const { home, check } = await checkInHome({})
    mkdirSync(join(home, 'harness-lanes/other'), { recursive: true })
    expect(await check(`ls -A '${home}/harness-lanes'`)).toBe('')
  })
})
