import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Evidence } from '@harness/core/kernel/evidence'
import type { SandboxConfig } from '@harness/formats/config/harness-config'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openSandbox } from '../../machine/sandbox/open-sandbox.ts'
import type { Sandbox } from '../../machine/sandbox/sandbox.ts'
import { canLayer, testSandbox, whyNoSandbox } from '../../machine/sandbox/test-support/confined-shell.ts'
import {
  commitOf,
  firstAttempt,
  idOf,
  openLaneCommand,
  type TargetRepo,
  targetRepo,
  treeAt,
} from '../../test-support/target-repo.ts'
import { temporaryDir } from '../../test-support/temporary-dir.ts'
import { unconfined } from '../../test-support/unconfined.ts'
import { openLane } from '../lanes/open-lane.ts'
import { runChecks } from './run-checks.ts'

type Allowed = Partial<Pick<SandboxConfig, 'read' | 'write'>> & {
  readonly network?: SandboxConfig['network']['checks']
}

/** Runs one line as the check of a lane that is confined as products' lanes are. */
async function checked(
  line: string,
  { read = [], write = [], network = 'loopback' }: Allowed = {},
  repo: TargetRepo = targetRepo(),
  made: Sandbox | null = null,
): Promise<Evidence> {
  const allowed = { read, write, network: { ...unconfined.allowed.network, checks: network } }
  const sandbox = made ?? (await testSandbox([repo.root, repo.stateDir]))
  const ports = { ...repo.ports(), sandbox: { ...sandbox, allowed } }
  const lane = await openLane(openLaneCommand(), firstAttempt, ports)
  if (lane.type !== 'LaneOpened') throw new Error(JSON.stringify(lane))
  const event = await runChecks(
    {
      type: 'RunChecks',
      id: idOf('20260101-000000/check/0001/1'),
      lane: lane.lane,
      commit: commitOf(repo, lane.branch),
      tree: treeAt(repo, lane.branch),
      baseCommit: commitOf(repo, 'main'),
      checks: [{ name: 'test', run: line, timeoutMs: 60_000, claims: [] }],
    },
    firstAttempt,
    ports,
  )
  if (event.type !== 'ChecksFinished') throw new Error(JSON.stringify(event))
  const [evidence] = event.evidence
  if (evidence === undefined) throw new Error('no evidence')
  return evidence
}

describe.skipIf(!canLayer)('TR-03 a kernel without overlays in user namespaces', () => {
  test('has copies for rooms, and the evidence is the same', async () => {
    const lines = [
      ['cat a.txt; ls; echo x > out.txt', 0],
      ['test ! -e out.txt', 0],
      ['echo b > a.txt', 0],
      ['cat none', 1],
    ] as const
    const bin = await temporaryDir()
    writeFileSync(join(bin, 'mount'), '#!/bin/sh\necho unknown filesystem type overlay >&2; exit 32\n', {
      mode: 0o755,
    })
    const withoutOverlays = { ...process.env, PATH: `${bin}:${process.env.PATH}` }
    const shown = async (environment: typeof process.env, isLayered: boolean) => {
      const repo = targetRepo()
      const options = { environment, hidden: [repo.root, repo.stateDir], dataDir: await temporaryDir() }
      const sandbox = await openSandbox(options)
      expect(await sandbox.canLayer()).toBe(isLayered)
      const all: unknown[] = []
      for (const [line, exitCode] of lines) {
        const { durationMs: _, ...evidence } = await checked(line, {}, repo, sandbox)
        expect(evidence.exitCode).toBe(exitCode)
        all.push(evidence)
      }
      return all
    }
    expect(await shown(withoutOverlays, false)).toEqual(await shown(process.env, true))
  })
})

describe.skipIf(whyNoSandbox !== null)(`a confined check (${whyNoSandbox ?? 'tried'})`, () => {
  test('TR-01 passes in its lane, and evidence tells what it could reach', async () => {
    expect(await checked('cat a.txt && echo x > /tmp/x')).toMatchObject({
      exitCode: 0,
      confinement: 'loopback',
    })
    expect(await checked('true', { network: 'host-loopback' })).toMatchObject({
      confinement: 'host-loopback',
    })
  })

  const connecting = (to: string): string =>
    `node -e 'require("net").connect(${to}).on("error", (e) => { console.error(e); process.exit(1) }).on("connect", () => process.exit(0))'`

  test.each<[string, string, string]>([
    [
      'the network',
      `node -e 'require("dns").lookup("registry.npmjs.org", (e) => { console.error(e); process.exit(1) })'`,
      'sandbox.network.checks: "registries"',
    ],
    ['a device', 'cat /dev/kvm', 'sandbox.write: ["/dev/kvm"]'],
    ['Docker’s socket', connecting('"/var/run/docker.sock"'), 'sandbox.write: ["/var/run/docker.sock"]'],
    ['a database on localhost', connecting('5432, "127.0.0.1"'), 'sandbox.network.checks: "host-loopback"'],
    [
      'a file outside of the tree, such as the user’s cache',
      'cat ~/.cache/models/large.bin',
      '/.cache/models/large.bin"]',
    ],
    ['a place to write', 'echo x > /srv-out', 'sandbox.write: ["/srv-out"]'],
  ])('TR-01 that needs %s fails, and names the setting that allows it', async (_what, line, setting) => {
    const { exitCode, outputTail } = await checked(line)
    expect(exitCode).not.toBe(0)
    expect(outputTail).toContain('[harness] This ran in a sandbox.')
    expect(outputTail).toContain(setting)
  })

  test('TR-01 the settings that were named do allow it', async () => {
    const repo = targetRepo()
    const cache = join(repo.root, '../.cache/models')
    mkdirSync(cache, { recursive: true })
    writeFileSync(join(cache, 'large.bin'), 'model')
    expect(await checked('cat ~/.cache/models/large.bin', { read: [cache] }, repo)).toMatchObject({
      exitCode: 0,
    })
    expect(await checked('echo x > ~/.cache/models/new', { write: [cache] }, repo)).toMatchObject({
      exitCode: 0,
    })
    expect(existsSync(join(cache, 'new'))).toBe(true)
    const database = createServer((socket) => socket.end())
    await new Promise<void>((resolve) => database.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void database.close())
    const there = `${(database.address() as AddressInfo).port}, "127.0.0.1"`
    expect(await checked(connecting(there))).not.toMatchObject({ exitCode: 0 })
    expect(await checked(connecting(there), { network: 'host-loopback' })).toMatchObject({ exitCode: 0 })
  })

  test('TR-01 that starts containers reaches Docker only if the socket is allowed', async () => {
    const repo = targetRepo()
    const socket = join(repo.root, '../docker.sock')
    const daemon = createServer((client) => client.end('container started\n'))
    await new Promise<void>((resolve) => daemon.listen(socket, resolve))
    onTestFinished(() => void daemon.close())
    const client = `const c = require('net').connect('${socket}')
c.on('error', () => { console.error('Cannot connect to the Docker daemon at unix://${socket}. Is the docker daemon running?'); process.exit(1) })
c.pipe(process.stdout)`
    repo.commit({
      'tools/docker': `#!/bin/sh\nexec node ${'"$(dirname "$0")"'}/docker.cjs "$@"\n`,
      'tools/docker.cjs': client,
    })
    const line = 'PATH="$PWD/tools:$PATH" sh -c "exec sh tools/docker run alpine"'
    const hidden = await checked(line, {}, repo)
    expect(hidden).toMatchObject({ exitCode: 1, problem: null })
    expect(hidden.outputTail).toContain(`To allow it: sandbox.write: ["${socket}"]`)
    const allowed = await checked(line, { write: [socket] }, repo)
    expect(allowed).toMatchObject({ exitCode: 0, outputTail: 'container started\n' })
  })

  test('TR-03 in a repository without tests proves what it shows: no test was executed', async () => {
    const evidence = await checked('node --test')
    expect(evidence).toMatchObject({ exitCode: 0, problem: null, executed: 0, room: 'clean' })
  })

  test('TR-01 an unconfined check that fails gets no such hint', async () => {
    const evidence = await checked('echo getaddrinfo ENOTFOUND; exit 1', {}, targetRepo(), unconfined)
    expect(evidence).toMatchObject({ confinement: 'unconfined', outputTail: 'getaddrinfo ENOTFOUND\n' })
  })
})
