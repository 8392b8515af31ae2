import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asCommitHash, asLaneName } from '@harness/core/kernel/ids'
import type { LanesConfig } from '@harness/formats/config/harness-config'
import { describe, expect, test } from 'vitest'
import { shellCommand } from '../../machine/process/shell-command.ts'
import { runConfined } from '../../machine/sandbox/run-confined.ts'
import { canLayer, testSandbox } from '../../machine/sandbox/test-support/confined-shell.ts'
import { firstAttempt, idOf, openLaneCommand, targetRepo } from '../../test-support/target-repo.ts'
import { closeLane } from './close-lane.ts'
import { fitSetUp } from './fit-set-up.ts'
import { type LaneUse, laneCell } from './lane-cell.ts'
import type { LanePorts } from './lane-ports.ts'
import { requireLane } from './lane-record.ts'
import { openLane } from './open-lane.ts'

const files = {
  '.gitignore': 'node_modules/\n.venv/\nsettings\n',
  'package.json': '{}\n',
  'package-lock.json': '1\n',
  'tools/list': '1\n',
}
/** Every installation is told by its stamp. */
const setup = [
  'mkdir -p node_modules/dep && cp package-lock.json node_modules/dep/index.js && cat /proc/sys/kernel/random/uuid > node_modules/stamp',
]

async function world(lanes: Partial<LanesConfig> = { setup }) {
  const repo = targetRepo(files)
  const sandbox = {
    ...(await testSandbox([repo.root, repo.stateDir])),
    allowed: {
      read: [],
      write: [],
      network: { checks: 'loopback', setup: 'loopback', agents: 'loopback' },
    },
  } as const
  const environment: Record<string, string | undefined> = { ...repo.ports().environment }
  const portsOf = (run: string): LanePorts => ({
    ...repo.ports(lanes),
    environment,
    sandbox,
    runDir: join(repo.stateDir, 'runs/0001', run),
  })
  const templates = join(repo.lanes, 'templates')
  return {
    repo,
    environment,
    portsOf,
    async open(name: string, run = 'r') {
      const command = openLaneCommand({
        id: idOf(`${run}/open/${name}/1`),
        lane: asLaneName(name),
        branch: `task/${name}`,
      })
      const opened = await openLane(command, firstAttempt, portsOf(run))
      if (opened.type !== 'LaneOpened') throw new Error(JSON.stringify(opened))
      return requireLane(repo.stateDir, command.lane)
    },
    async say(name: string, line: string, who: 'checks' | 'agents' | 'reviewer' = 'checks') {
      const record = await requireLane(repo.stateDir, asLaneName(name))
      const use: LaneUse =
        who === 'checks'
          ? { purpose: 'checks' }
          : { purpose: 'agents', lane: who === 'agents' ? 'write' : 'read' }
      const result = await runConfined(sandbox, laneCell(record, portsOf('r'), use), {
        ...shellCommand(line),
        env: { PATH: process.env.PATH ?? '' },
        limits: { wallMs: 30_000, outputBytes: 1024 * 1024 },
        capture: true,
      })
      expect(result.stderr.toString()).toBe('')
      return result.stdout.toString()
    },
    async refit(name: string, run = 'r') {
      const record = await requireLane(repo.stateDir, asLaneName(name))
      const commit = asCommitHash(repo.gitIn(record.path, 'rev-parse', 'HEAD'))
      return fitSetUp(commit, record, firstAttempt.signal, portsOf(run))
    },
    commit(path: string) {
      writeFileSync(join(path, 'index.js'), 'x\n')
      repo.gitIn(path, 'add', '-A')
      repo.gitIn(path, 'commit', '-qm', 'change')
    },
    made: () => (existsSync(templates) ? readdirSync(templates).filter((name) => !name.includes('.')) : []),
  }
}

const stamp = 'cat node_modules/stamp'

describe.skipIf(!canLayer)('TR-03 what lanes.setup makes', () => {
  test('is made once for all lanes with the same inputs, and is in none of them', async () => {
    const { open, say, made } = await world()
    const [a, b] = [await open('a'), await open('b')]
    expect(await say('a', stamp)).toBe(await say('b', stamp))
    expect(made()).toHaveLength(1)
    for (const { path } of [a, b]) expect(readdirSync(join(path, 'node_modules'))).toEqual([])
  })

  test('is made once if lanes are opened at the same time', async () => {
    const { open, say, made } = await world()
    await Promise.all(['a', 'b', 'c'].map((name) => open(name)))
    const stamps = await Promise.all(['a', 'b', 'c'].map((name) => say(name, stamp)))
    expect(new Set(stamps).size).toBe(1)
    expect(made()).toHaveLength(1)
  })

  test('is changed by nothing: agents keep what they write for themselves, checks see the original', async () => {
    const { open, say } = await world()
    await open('a')
    await open('b')
    await say('a', 'echo stub > node_modules/dep/index.js; echo x > node_modules/more', 'agents')
    expect(await say('a', 'cat node_modules/dep/index.js; ls node_modules', 'agents')).toBe(
      'stub\ndep\nmore\nstamp\n',
    )
    const original = '1\ndep\nstamp\n'
    expect(await say('a', 'cat node_modules/dep/index.js; ls node_modules')).toBe(original)
    expect(await say('b', 'cat node_modules/dep/index.js; ls node_modules', 'agents')).toBe(original)
  })

  test('is as set-up made it for reviewers and for checks, whatever they write', async () => {
    const { open, say } = await world()
    await open('a')
    for (const who of ['checks', 'reviewer'] as const) {
      expect(await say('a', 'rm -r node_modules/dep; echo x > node_modules/x; ls node_modules', who)).toBe(
        'stamp\nx\n',
      )
      expect(await say('a', 'ls -A node_modules', who)).toBe('dep\nstamp\n')
    }
  })

  test('hides what somebody put at its place in the lane', async () => {
    const { open, say } = await world()
    const { path } = await open('a')
    mkdirSync(join(path, 'node_modules/dep'))
    writeFileSync(join(path, 'node_modules/dep/index.js'), 'stub\n')
    expect(await say('a', 'cat node_modules/dep/index.js')).toBe('1\n')
  })

  test.each([
    ['package-lock.json', '2\n'],
    ['package.json', '{"x":1}\n'],
    ['packages/a/package.json', '{}\n'],
    ['.npmrc', 'x=1\n'],
    ['patches/dep.patch', 'x\n'],
    ['tools/list', '2\n'],
  ])('is made again for a change of %s, for the run of that change alone', async (file, text) => {
    const { repo, open, say, refit, made } = await world({ setup, setupInputs: ['tools'] })
    const { path } = await open('a')
    await open('b', 's')
    const before = await say('a', stamp)
    expect(await refit('a')).toEqual([])
    mkdirSync(join(path, file, '..'), { recursive: true })
    writeFileSync(join(path, file), text)
    repo.gitIn(path, 'add', '-A')
    repo.gitIn(path, 'commit', '-qm', 'change')
    expect(await refit('a')).toEqual([expect.stringContaining('set up again')])
    const after = await say('a', stamp)
    expect(after).not.toBe(before)
    expect(await say('b', stamp)).toBe(before)
    repo.gitIn((await open('b', 's')).path, 'merge', '-q', 'task/a')
    await refit('b', 's')
    expect([before, after]).not.toContain(await say('b', stamp))
    // Agents have been in those lanes.
    expect(made()).toHaveLength(1)
  })

  test('is not made again for a change of other files', async () => {
    const { open, refit, commit } = await world()
    const { path } = await open('a')
    commit(path)
    expect(await refit('a')).toEqual([])
  })

  test('is not made again for another terminal', async () => {
    const { open, environment, made } = await world({ setup, env: ['COLUMNS', 'LINES', 'TERM_*'] })
    const names = 'TERM COLORTERM NO_COLOR FORCE_COLOR COLUMNS LINES TERM_PROGRAM TERM_SESSION_ID'.split(' ')
    for (const name of names) environment[name] = '1'
    await open('a')
    for (const name of names) environment[name] = '2'
    await open('b')
    for (const name of names) delete environment[name]
    await open('c')
    expect(made()).toHaveLength(1)
  })

  test('is made again for another variable that set-up sees', async () => {
    const { open, environment, made } = await world({ setup, env: ['CHOSEN'] })
    await open('a')
    environment.CHOSEN = 'no'
    await open('b')
    expect(made()).toHaveLength(2)
  })

  test('is made again for another version of a toolchain on PATH', async () => {
    const { repo, open, environment, made } = await world()
    const [bin, v1, v2] = ['bin', 'v1', 'v2'].map((name) => join(repo.root, '..', name)) as [
      string,
      string,
      string,
    ]
    mkdirSync(bin)
    for (const file of [v1, v2]) writeFileSync(file, '', { mode: 0o755 })
    environment.PATH = `relative::${bin}:${environment.PATH}`
    symlinkSync(v1, join(bin, 'node'))
    await open('a')
    writeFileSync(join(bin, 'notes'), 'no toolchain')
    await open('b')
    expect(made()).toHaveLength(1)
    rmSync(join(bin, 'node'))
    symlinkSync(v2, join(bin, 'node'))
    await open('c')
    expect(made()).toHaveLength(2)
    writeFileSync(v2, 'updated')
    await open('d')
    expect(made()).toHaveLength(3)
  })

  test.each<[string, Partial<LanesConfig>]>([
    ['asks for its lane', { setup: [...setup, ': "$HARNESS_LANE"'] }],
    ['is undone by teardown', { setup, teardown: ['true'] }],
    ['writes a single file', { setup: [...setup, 'echo x > settings'] }],
    ['writes the path of its lane', { setup: [...setup, 'pwd > node_modules/place'] }],
    ['links to the path of its lane', { setup: [...setup, 'ln -s "$PWD/package.json" node_modules/link'] }],
  ])('stays in each lane if it %s', async (_, lanes) => {
    const { open, say, made } = await world(lanes)
    const { path } = await open('a')
    await open('b')
    expect(await say('a', stamp)).not.toBe(await say('b', stamp))
    expect(existsSync(join(path, 'node_modules/stamp'))).toBe(true)
    expect(made()).toEqual([])
  })

  test('that fails leaves no template, and runs again from nothing', async () => {
    const { repo, open, made } = await world({ setup: [...setup, 'test -e ok'] })
    await expect(open('a')).rejects.toThrow('Setting up the lane a failed')
    expect(made()).toEqual([])
    repo.commit({ ok: '' })
    await open('b')
    expect(made()).toHaveLength(1)
  })

  test('goes once no lane has it, but for the newest', async () => {
    const { repo, open, portsOf, made } = await world()
    for (const number of [1, 2, 3, 4, 5, 6]) {
      repo.commit({ 'package-lock.json': `${number}\n` })
      await open(`l${number}`)
      const lane = { lane: asLaneName(`l${number}`), branch: `task/l${number}`, baseBranch: 'main' }
      await closeLane(
        { type: 'CloseLane', id: idOf(`r/close/l${number}/1`), ...lane },
        firstAttempt,
        portsOf('r'),
      )
    }
    expect(made()).toHaveLength(4)
  })
})
