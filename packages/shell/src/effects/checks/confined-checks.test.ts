import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Evidence } from '@harness/core/kernel/evidence'
import type { SandboxConfig } from '@harness/formats/config/harness-config'
import { describe, expect, onTestFinished, test } from 'vitest'
import { testSandbox, whyNoSandbox } from '../../machine/sandbox/test-support/confined-shell.ts'
import {
  commitOf,
  firstAttempt,
  idOf,
  openLaneCommand,
  type TargetRepo,
  targetRepo,
  treeAt,
} from '../../test-support/target-repo.ts'
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
): Promise<Evidence> {
  const allowed = { read, write, network: { ...unconfined.allowed.network, checks: network } }
  const ports = { ...repo.ports(), sandbox: { ...(await testSandbox([repo.root, repo.stateDir])), allowed } }
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
    ['the user’s cache', 'cat ~/.cache/models/large.bin', '/.cache/models/large.bin"]'],
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

  test('TR-01 an unconfined check that fails gets no such hint', async () => {
    const repo = targetRepo()
    const ports = repo.ports()
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
        checks: [{ name: 'test', run: 'echo getaddrinfo ENOTFOUND; exit 1', timeoutMs: 60_000, claims: [] }],
      },
      firstAttempt,
      ports,
    )
    expect(event).toMatchObject({
      evidence: [{ confinement: 'unconfined', outputTail: 'getaddrinfo ENOTFOUND\n' }],
    })
  })
})
