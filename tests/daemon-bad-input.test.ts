/** What people and machines get wrong around a daemon: each gets a clear line, nothing is lost, and it goes on. */
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer, type Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import {
  addressOf,
  daemonRepo,
  deliversPlan,
  startDaemon,
  stateFile,
  statusWhen,
  tokenOf,
} from './support/daemon-repo.ts'
import { type Started, start } from './support/harness.ts'
import { harness, harnessJson } from './support/harness-here.ts'
import { missionRepo, works } from './support/mission-repo.ts'
import {
  approves,
  commit,
  delivers,
  git,
  planPath,
  planText,
  type Rule,
  sampleRepo,
  script,
  write,
} from './support/sample-repo.ts'
import { canConfine } from './support/sandbox.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const started: { readonly root: string; readonly daemon: Started }[] = []
afterEach(async () => {
  for (const { root, daemon } of started.splice(0)) {
    await harness(root, ['daemon', 'stop', '--now'])
    await daemon.ended
  }
})

async function running(root: string, ...args: readonly string[]): Promise<Started> {
  const daemon = startDaemon(root, ...args)
  started.push({ root, daemon })
  await daemon.saw('The daemon runs')
  return daemon
}

const one = { '0001': [] }

describe('DL-13 what is in the way of a start', () => {
  test('DL-13 a taken port: the process that has it is named, and no plan was started', async () => {
    const root = daemonRepo({ plans: one })
    const taken = await new Promise<Server>((resolve) => {
      const server = createServer().listen(0, '127.0.0.1', () => resolve(server))
    })
    const { port } = taken.address() as { port: number }
    const { code, stderr } = await harness(root, [
      'daemon',
      'start',
      '--foreground',
      '--run',
      '--port',
      String(port),
    ])
    const background = await harnessJson(root, ['daemon', 'start', '--port', String(port)])
    taken.close()
    expect(code).toBe(2)
    expect([background.code, background.value.error.code]).toEqual([2, 'daemon-port-taken'])
    expect(background.value.error.message).toContain(`is taken by process ${process.pid}`)
    expect(stderr).toContain(`Port ${port} of 127.0.0.1 is taken by process ${process.pid}`)
    expect(existsSync(join(root, '.harness/run/runs'))).toBe(false)
  })

  test('DL-13 an address that this machine does not have is named, with what to do', async () => {
    const root = daemonRepo({ plans: one })
    const args = ['daemon', 'start', '--foreground', '--port', '0', '--listen', '192.0.2.1']
    const { code, value } = await harnessJson(root, args)
    expect([code, value.error.code]).toEqual([2, 'daemon-address-invalid'])
    expect(value.error.message).toContain('port 0 of 192.0.2.1')
  })

  test('DL-13 an address beyond this machine is warned of and told, also by a daemon in the background', async () => {
    const root = daemonRepo({ plans: one })
    const args = ['daemon', 'start', '--port', '0', '--listen', '127.0.0.2']
    const { stdout, stderr } = await harness(root, args)
    await harness(root, ['daemon', 'stop', '--now'])
    expect(stderr).toContain('Warning: the control server listens on 127.0.0.2.')
    expect(stdout).toContain(' on http://127.0.0.2:')
  })

  test.each(['0.0.0.0', '::'])('DL-13 --listen %s is refused, and no daemon is left', async (every) => {
    const root = daemonRepo({ plans: one })
    const { code, value } = await harnessJson(root, ['daemon', 'start', '--port', '0', '--listen', every])
    expect([code, value.error.code]).toEqual([2, 'daemon-address-invalid'])
    expect(value.error.message).toContain(`expected one address of this machine, found "${every}"`)
    expect((await harnessJson(root, ['daemon', 'status'])).value.state ?? 'stopped').toBe('stopped')
  })

  const hasSix = Object.values(networkInterfaces()).some((all) =>
    all?.some(({ address }) => address === '::1'),
  )
  test.runIf(hasSix)('DL-13 --listen ::1 answers at the address that it prints', async () => {
    const root = daemonRepo({ plans: one })
    const daemon = await running(root, '--listen', '::1')
    const url = `http://[::1]:${addressOf(root).port}`
    await daemon.saw(` on ${url}.`)
    const headers = { authorization: `Bearer ${tokenOf(root)}` }
    expect((await fetch(`${url}/state`, { headers })).status).toBe(200)
    expect((await fetch(`${url}/state`)).status).toBe(401)
  })

  test('DL-13 a second daemon: refused with exit 11, and the first one is named', async () => {
    const root = daemonRepo({ plans: one })
    const first = await running(root)
    const second = await harnessJson(root, ['daemon', 'start', '--foreground', '--port', '0'])
    expect(second).toMatchObject({ code: 11, value: { error: { code: 'daemon-runs' } } })
    expect(second.value.error.message).toContain(`Process ${first.process.pid} on`)
    const detached = await harnessJson(root, ['daemon', 'start'])
    expect(detached).toMatchObject({ code: 11, value: { error: { code: 'daemon-runs' } } })
    // A command that cannot ask the first one learns of it from the process that it starts.
    rmSync(addressOf(root).socket)
    const behind = await harnessJson(root, ['daemon', 'start', '--port', '0'])
    expect(behind).toMatchObject({ code: 11, value: { error: { code: 'daemon-runs' } } })
    first.process.kill('SIGTERM')
  })

  test('DL-13 a stale socket of a killed daemon is in nobody’s way; a file of somebody’s is left alone', async () => {
    const root = daemonRepo({ plans: one })
    const first = startDaemon(root)
    await first.saw('The daemon runs')
    first.process.kill('SIGKILL')
    await first.ended
    const socket = join(root, '.harness/run/daemon/control.sock')
    expect(existsSync(socket)).toBe(true)
    expect((await harnessJson(root, ['daemon', 'status'])).value.state).toBe('stopped')
    expect(await harnessJson(root, ['daemon', 'pause'])).toMatchObject({
      value: { error: { code: 'daemon-missing' } },
    })
    const second = startDaemon(root)
    await second.saw('The daemon runs')
    await harness(root, ['daemon', 'stop'])
    await second.ended
    writeFileSync(socket, 'mine')
    const third = await harnessJson(root, ['daemon', 'start', '--foreground', '--port', '0'])
    expect(third).toMatchObject({ code: 2, value: { error: { code: 'daemon-socket-invalid' } } })
    expect(readFileSync(socket, 'utf8')).toBe('mine')
  })

  test.each([
    ['a short path', ''],
    ['a path that is too long for a socket', 'x'.repeat(120)],
  ])('DL-13 the copy of a repository at %s does not reach the daemon of the first one', async (_, name) => {
    const [root, copy] = ['first', 'copy'].map((folder) => join(temporaryFolder(), folder + name)) as [
      string,
      string,
    ]
    execFileSync('cp', ['-a', daemonRepo({ plans: one }), root])
    const { process: daemon } = await running(root)
    // A file that the daemon replaces meanwhile would be gone before it is copied.
    daemon.kill('SIGSTOP')
    execFileSync('cp', ['-a', root, copy])
    daemon.kill('SIGCONT')
    for (const args of [['pause'], ['stop', '--now'], ['queue', 'run 0001']])
      expect(await harnessJson(copy, ['daemon', ...args])).toMatchObject({
        value: { error: { code: 'daemon-missing' } },
      })
    expect((await harnessJson(copy, ['daemon', 'status'])).value).toMatchObject({
      state: 'stopped',
      pid: null,
    })
    expect((await harnessJson(root, ['daemon', 'pause'])).code).toBe(0)
  })

  test('DL-14 a state file of another version is refused and left as it is', async () => {
    const root = daemonRepo({ plans: one })
    const file = join(root, '.harness/run/state.json')
    mkdirSync(join(root, '.harness/run'), { recursive: true })
    writeFileSync(file, '{"version": 999, "mode": "running"}')
    const { code, stderr } = await harness(root, ['daemon', 'start', '--foreground', '--port', '0'])
    expect(code).toBe(12)
    expect(stderr).toContain('state.json')
    const background = await harnessJson(root, ['daemon', 'start', '--port', '0'])
    expect([background.code, background.value.error.code]).toEqual([12, 'state-file-damaged'])
    expect(readFileSync(file, 'utf8')).toBe('{"version": 999, "mode": "running"}')
  })

  test('DL-12 takes over what another tool left as blocked, and starts it when it is unblocked', async () => {
    const root = daemonRepo({ plans: one })
    mkdirSync(join(root, '.harness/run'), { recursive: true })
    const blocked = {
      '0001': { reason: 'tail of the log', blockedAt: '2026-04-22T09:00:00.000Z', retries: 2 },
    }
    const details = { pr: 12, sha: 'a1b2c3d', branch: 'task/0048-x' }
    const theirs = { planId: null, event: 'merge_observed', at: '2026-04-22T08:00:30.000Z', details }
    writeFileSync(
      join(root, '.harness/run/state.json'),
      JSON.stringify({ version: 1, blocked, history: [theirs], runsFired: 3, theirs: 7 }),
    )
    await running(root, '--run')
    const status = await statusWhen(root, ({ state, plans }) => state === 'idle' && plans !== null)
    expect(status.blocked['0001']).toMatchObject(blocked['0001'])
    expect(stateFile(root).theirs).toBe(7)
    expect(stateFile(root).history).toContainEqual(theirs)
    await harness(root, ['daemon', 'unblock', '0001'])
    await statusWhen(root, ({ plans }) => plans.completed === 1)
  })

  test('DL-12 a blocked plan that a person deletes leaves the daemon', async () => {
    const root = daemonRepo({ plans: one })
    mkdirSync(join(root, '.harness/run'), { recursive: true })
    const blocked = { '0001': { reason: 'Red.', blockedAt: '2026-04-22T09:00:00.000Z', retries: 0 } }
    writeFileSync(join(root, '.harness/run/state.json'), JSON.stringify({ version: 1, blocked }))
    await running(root)
    await statusWhen(root, ({ work, plans }) => plans !== null && work.length === 1)
    git(root, 'rm', '-q', planPath('0001'))
    commit(root, 'Drop it')
    const { history } = await statusWhen(root, ({ work }) => work.length === 0)
    expect(history.map(({ event }: { event: string }) => event)).toContain('plan_gone')
  })

  test('DL-12 an unblocked plan that waits for another holds nothing, and follows when that is merged', async () => {
    const root = daemonRepo({ plans: { '0002': ['0003'], '0003': [] } })
    git(root, 'rm', '-q', planPath('0001'))
    commit(root, 'Drop one')
    mkdirSync(join(root, '.harness/run'), { recursive: true })
    const blocked = { '0002': { reason: 'Red.', blockedAt: '2026-04-22T09:00:00.000Z', retries: 0 } }
    writeFileSync(join(root, '.harness/run/state.json'), JSON.stringify({ version: 1, blocked }))
    await running(root)
    await harness(root, ['daemon', 'unblock', '0002'])
    await harness(root, ['daemon', 'resume'])
    const { hold } = await statusWhen(root, ({ plans }) => plans?.completed === 2)
    expect(hold).toBeNull()
  })
})

describe('DL-12 what happens while it runs', () => {
  test('DL-42 a plan file that appears broken blocks that plan and what depends on it, and nothing else', async () => {
    const root = daemonRepo({ plans: { '0001': [], '0002': [] } })
    await running(root)
    write(root, {
      [planPath('0003')]: planText('0003').replace('status: active', 'status: soon'),
      [planPath('0004')]: planText('0004', { dependsOn: ['0003'] }),
    })
    commit(root, 'Plan more')
    await harness(root, ['daemon', 'resume'])
    const status = await statusWhen(root, ({ plans }) => plans?.completed === 2)
    expect(status.bad.map(({ id }: { id: string }) => id)).toEqual(['0003', '0004'])
    expect(status.bad[0].why).toContain('soon')
    write(root, { [planPath('0003')]: planText('0003') })
    write(root, {
      'script.json': JSON.stringify({
        rules: [
          { role: 'implementer', do: [{ write: { path: 'more.txt', text: 'x' } }], reply: 'Done.' },
          { role: 'reviewer', reply: 'No findings.' },
        ],
      }),
    })
    commit(root, 'Correct it')
    const { bad } = await statusWhen(root, ({ history }) =>
      history.some(
        (one: { event: string; planId: string }) => one.event === 'plan_started' && one.planId === '0003',
      ),
    )
    expect(bad).toEqual([])
  })

  test('DL-12 a broken config starts nothing and is told; corrected, it is taken over by its revision', async () => {
    const root = daemonRepo({ plans: one })
    await running(root)
    const before = await statusWhen(root, ({ revision }) => revision !== null)
    const file = join(root, 'harness.config.json')
    const config = JSON.parse(readFileSync(file, 'utf8'))
    writeFileSync(file, JSON.stringify({ ...config, daemon: { lanes: 'many' } }))
    const broken = await statusWhen(root, ({ hold }) => hold !== null)
    expect(broken.hold.reason).toContain('daemon.lanes')
    expect(broken.revision).toBe(before.revision)
    writeFileSync(file, JSON.stringify({ ...config, daemon: { ...config.daemon, lanes: 3 } }))
    const after = await statusWhen(root, ({ lanes }) => lanes === 3)
    expect(after.revision).not.toBe(before.revision)
    expect(after.history.map(({ event }: { event: string }) => event)).toContain('config_reloaded')
  })

  test('DL-12 a config that is broken or names another base while a run works takes nothing from its delivery', async () => {
    const slow = (plan: string): Rule => ({
      ...deliversPlan(plan),
      do: [{ wait: '3s' }, { write: { path: `done-${plan}.txt`, text: 'slow\n' } }],
    })
    const root = daemonRepo({
      plans: { '0001': [], '0002': ['0001'] },
      rules: [slow('0001'), slow('0002')],
    })
    await running(root, '--run')
    const file = join(root, 'harness.config.json')
    const sound = readFileSync(file, 'utf8')
    await statusWhen(root, ({ runs }) => runs['0001'] !== undefined)
    writeFileSync(file, '{')
    const first = await statusWhen(root, ({ work }) => !work.some(({ id }: { id: string }) => id === '0001'))
    expect(first).toMatchObject({ blocked: {}, merges: 1 })
    writeFileSync(file, sound)
    await statusWhen(root, ({ runs }) => runs['0002'] !== undefined)
    git(root, 'branch', 'release')
    writeFileSync(file, JSON.stringify({ ...JSON.parse(sound), baseBranch: 'release' }))
    const second = await statusWhen(root, ({ work }) => !work.some(({ id }: { id: string }) => id === '0002'))
    expect(second).toMatchObject({ blocked: {}, merges: 2 })
  })

  test('DL-12 a dirty tree holds everything, blocks no plan, and is told; when it is clean the plan starts', async () => {
    const root = daemonRepo({ plans: one })
    writeFileSync(join(root, 'README.md'), 'Mine.\n')
    await running(root, '--run')
    const held = await statusWhen(root, ({ hold }) => hold !== null)
    expect(held.hold.reason).toContain('README.md')
    expect(held.blocked).toEqual({})
    git(root, 'checkout', 'README.md')
    await harness(root, ['daemon', 'resume'])
    await statusWhen(root, ({ plans }) => plans.completed === 1)
  })

  test('DL-12 a base branch that is force-pushed is told, and work goes on', async () => {
    const root = daemonRepo({ plans: one })
    await running(root)
    await statusWhen(root, ({ plans }) => plans !== null)
    git(root, 'commit', '-q', '--amend', '--allow-empty', '-m', 'Begun otherwise')
    await statusWhen(root, ({ history }) =>
      history.some(({ event }: { event: string }) => event === 'base_rewritten'),
    )
    await harness(root, ['daemon', 'resume'])
    await statusWhen(root, ({ plans }) => plans.completed === 1)
  })

  test('DL-14 a lock on the state file ends no daemon: the file is written again as soon as it can be', async () => {
    const root = daemonRepo({ plans: one })
    const daemon = await running(root)
    await statusWhen(root, ({ plans }) => plans !== null && stateFile(root).daemon?.revision != null)
    const lock = join(root, '.harness/run/state.json.lock')
    writeFileSync(lock, '')
    await harness(root, ['daemon', 'pause', '-m', 'lunch'])
    await daemon.saw('state.json')
    rmSync(lock)
    await harness(root, ['daemon', 'resume'])
    await statusWhen(root, ({ plans }) => plans.completed === 1)
    expect(stateFile(root).daemon.pause).toBeNull()
  })

  test('DL-14 a state file that somebody breaks meanwhile is left as it is, and work goes on', async () => {
    const root = daemonRepo({ plans: one })
    const daemon = await running(root)
    // The file is behind the daemon by a moment: what is written then would replace what is broken here.
    await statusWhen(root, ({ plans }) => plans !== null && stateFile(root).daemon?.revision != null)
    writeFileSync(join(root, '.harness/run/state.json'), '{"version": 1,')
    await harness(root, ['daemon', 'pause'])
    await daemon.saw('state_file_damaged')
    expect(readFileSync(join(root, '.harness/run/state.json'), 'utf8')).toBe('{"version": 1,')
    rmSync(join(root, '.harness/run/state.json'))
    await harness(root, ['daemon', 'resume'])
    await statusWhen(root, ({ plans }) => plans.completed === 1)
  })

  test('DL-14 a daemon whose folder is cleaned away says so with its last words, to those whom notices reach', async () => {
    const told = join(temporaryFolder(), 'told')
    const root = daemonRepo({
      plans: one,
      config: { notify: { run: `printf '%s\\n' "$HARNESS_NOTIFY_MESSAGE" >> '${told}'; true` } },
    })
    const daemon = startDaemon(root)
    await daemon.saw('The daemon runs')
    rmSync(join(root, '.harness/run'), { recursive: true, maxRetries: 20 })
    const [, message] = /^error: (.*)$/m.exec((await daemon.ended).stderr) ?? []
    // Damaged if it was not gone altogether yet.
    expect(message).toMatch(/journal.*(?:removed|damaged)|journal is damaged/)
    expect(readFileSync(told, 'utf8')).toBe(`daemon: The daemon has ended: ${message}\n`)
  })

  test('DL-15 a freeze halts a run in flight at its next step; unfrozen and resumed, it is merged', async () => {
    const slow = { ...deliversPlan('0001'), do: [{ wait: '2s' }, ...(deliversPlan('0001').do as object[])] }
    const root = daemonRepo({ plans: one, rules: [slow] })
    await running(root, '--run')
    await statusWhen(root, ({ work }) => work.some(({ state }: { state: string }) => state === 'working'))
    await harness(root, ['daemon', 'freeze', '-m', 'demo'])
    const frozen = await statusWhen(root, ({ work }) =>
      work.some(({ state }: { state: string }) => state === 'resting'),
    )
    expect(frozen).toMatchObject({
      frozen: true,
      freezeReason: 'demo',
      state: 'paused',
      plans: { completed: 0 },
    })
    expect((await harness(root, ['run', '0001'])).code).toBe(9)
    await harness(root, ['daemon', 'unfreeze'])
    await harness(root, ['daemon', 'resume'])
    await statusWhen(root, ({ plans }) => plans.completed === 1)
  })

  test('DL-16 a hard ceiling freezes a queued mission at its next step, and the status shows the numbers', async () => {
    const features = [{ id: 'F-001' }, { id: 'F-002', dependsOn: ['F-001'] }]
    const slow = features.map(({ id }) =>
      works(id, { do: [{ wait: '4s' }, { write: { path: `${id.toLowerCase()}.txt`, text: 'done\n' } }] }),
    )
    const { root } = missionRepo(slow, {}, features, {
      daemon: { tickSec: 0.2 },
      budget: { ceilingTokens: 5_000, hard: true },
    })
    await running(root, '--run')
    await harness(root, ['daemon', 'queue', 'mission'])
    const halted = await statusWhen(
      root,
      ({ frozen, work }) => frozen && work.some(({ state }: { state: string }) => state === 'resting'),
    )
    const reason = 'budget ceiling of 5000 tokens reached'
    expect(halted).toMatchObject({
      state: 'paused',
      freezeReason: reason,
      pause: { why: 'frozen', reason },
      budget: { ceilingReached: true, ceilingTokens: 5_000, hard: true },
    })
    expect(halted.budget.tokens).toBeGreaterThanOrEqual(5_000)
    expect(halted.runs.mission).toBeDefined()
    expect((await harness(root, ['daemon', 'status'])).stdout).toMatch(
      /budget .*\d+ of 5000 tokens, which freezes/,
    )
  })

  test('DL-12 a rate limit outlives a killed daemon and ends by itself', async () => {
    const root = daemonRepo({
      plans: one,
      rules: [{ role: 'implementer', times: 1, fail: 'rate_limit', resetsIn: '4s' }],
    })
    const first = startDaemon(root, '--run')
    await first.saw('The daemon runs')
    await statusWhen(root, ({ runs }) => runs['0001']?.status === 'sleeping')
    first.process.kill('SIGKILL')
    await first.ended
    await running(root, '--run')
    await statusWhen(root, ({ plans }) => plans?.completed === 1)
  })

  test('DL-13 200 clients that never read cost the others nothing', async () => {
    const root = daemonRepo({ plans: { '0001': [], '0002': ['0001'] } })
    await running(root)
    const { port } = addressOf(root)
    const token = tokenOf(root)
    const lazy = await Promise.all(
      Array.from(
        { length: 200 },
        () =>
          new Promise<ReturnType<typeof request>>((resolve, reject) => {
            const asked = request(
              { host: '127.0.0.1', port, path: '/events', headers: { authorization: `Bearer ${token}` } },
              (response) => {
                response.pause()
                resolve(asked)
              },
            )
            asked.once('error', reject)
            asked.end()
          }),
      ),
    )
    await harness(root, ['daemon', 'resume'])
    await statusWhen(root, ({ plans }) => plans.completed === 2)
    for (const asked of lazy) asked.destroy()
  })
})

describe('TR-06 only people answer', () => {
  test.skipIf(!canConfine)(
    'TR-06 neither a confined check nor a command of an agent reaches the socket, the port or the token',
    async () => {
      const probe = `
const { connect } = require('node:net'); const { existsSync, readFileSync } = require('node:fs')
const [port, folder] = process.argv.slice(2)
const found = []
for (const name of ['token', 'control.sock', 'address.json']) if (existsSync(folder + '/' + name)) found.push(name)
try { readFileSync(folder + '/token'); found.push('read the token') } catch {}
let left = 2
const end = (what) => { if (what) found.push(what); if (--left === 0) { console.log('FOUND[' + found.join() + ']'); process.exit(found.length === 0 ? 0 : 1) } }
for (const [name, where] of [['port', { port: Number(port), host: '127.0.0.1' }], ['socket', { path: folder + '/control.sock' }]]) {
  const socket = connect(where, () => { socket.destroy(); end(name) })
  socket.on('error', () => end(null))
}`
      const root = sampleRepo({ 'probe.cjs': probe, 'harness.config.json': '' })
      const free = await new Promise<number>((resolve) => {
        const server = createServer().listen(0, '127.0.0.1', () => {
          const { port } = server.address() as { port: number }
          server.close(() => resolve(port))
        })
      })
      const folder = join(root, '.harness/run/daemon')
      const probes = `${process.execPath} probe.cjs ${free} ${folder}`
      write(root, {
        'script.json': script(
          { ...delivers, do: [...delivers.do, { run: `${probes} > found-by-agent.txt || true` }] },
          approves,
        ),
        'harness.config.json': JSON.stringify({
          checks: [{ name: 'probe', run: probes }],
          baseCheck: 'off',
          agent: { provider: 'scripted', script: 'script.json' },
          sandbox: 'required',
          daemon: { tickSec: 0.2 },
        }),
      })
      commit(root, 'Probe')
      const daemon = start(root, ['daemon', 'start', '--foreground', '--run', '--port', String(free)])
      started.push({ root, daemon })
      await daemon.saw('The daemon runs')
      // Outside of the sandbox all of it is there, so that the probe would find it.
      const outside = spawnSync(process.execPath, ['probe.cjs', String(free), folder], {
        cwd: root,
        encoding: 'utf8',
      })
      expect(outside.stdout).toContain('FOUND[token,control.sock,address.json,read the token,')
      await statusWhen(root, ({ plans }) => plans?.completed === 1)
      const logs = execFileSync('grep', ['-rhoE', 'FOUND\\[[^]]*\\]', join(root, '.harness/run/runs/0001')], {
        encoding: 'utf8',
      })
      expect(new Set(logs.trim().split('\n'))).toEqual(new Set(['FOUND[]']))
      expect(git(root, 'show', 'main:found-by-agent.txt')).toBe('FOUND[]')
    },
  )
})

test('DL-13 a token of wrong modes is told of in the log', async () => {
  const root = daemonRepo({ plans: one })
  mkdirSync(join(root, '.harness/run/daemon'), { recursive: true })
  const file = join(root, '.harness/run/daemon/token')
  writeFileSync(file, 'old\n')
  chmodSync(file, 0o666)
  const daemon = await running(root)
  await daemon.saw('Others could read the token (mode 666)')
})
