import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SmokeTest, SmokeTested, SmokeUrl } from '@harness/core/effects/smoke-test'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { CheckPorts } from '../../effects/checks/check-ports.ts'
import { openLane } from '../../effects/lanes/open-lane.ts'
import { findProcesses, readTag } from '../../machine/process/process-table.ts'
import { commitOf, firstAttempt, idOf, openLaneCommand, targetRepo } from '../../test-support/target-repo.ts'
import { smokeTest } from './smoke-test.ts'

/** A product with a page, an address that never answers and one that fails; it starts a helper of its own. */
const server = `
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { writeFileSync } from 'node:fs'
writeFileSync('made.txt', 'by the product')
spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
createServer((request, response) => {
  if (request.url === '/hangs') return
  response.writeHead(request.url === '/broken' ? 500 : 200).end('Hello top-secret-value')
}).listen(Number(process.env.HARNESS_LANE_PORT), '127.0.0.1')
`

async function product() {
  const repo = targetRepo({ 'server.mjs': server })
  const processTag = `harness-test-${randomUUID()}`
  const ports: CheckPorts = { ...repo.ports(), processTag }
  const lane = await openLane(openLaneCommand(), firstAttempt, ports)
  if (lane.type !== 'LaneOpened') throw new Error(JSON.stringify(lane))
  const url = (path: string, more: Partial<SmokeUrl> = {}): SmokeUrl => ({
    url: `http://127.0.0.1:$HARNESS_LANE_PORT${path}`,
    expectStatus: 200,
    expectText: null,
    ...more,
  })
  const smoke = async (changes: Partial<SmokeTest>): Promise<SmokeTested> => {
    const event = await smokeTest(
      {
        type: 'SmokeTest',
        id: idOf('20260101-000000/smoke/F-001/1'),
        lane: lane.lane,
        commit: commitOf(repo, lane.branch),
        startup: { run: 'node server.mjs', waitMs: 30_000 },
        urls: [url('/')],
        ...changes,
      },
      firstAttempt,
      ports,
    )
    if (event.type === 'CommandFailed') throw new Error(`${event.code}: ${event.detail}`)
    return event
  }
  onTestFinished(() => {
    const left = findProcesses(({ pid }) => readTag(pid)?.startsWith(processTag) ?? false) ?? []
    expect(left).toEqual([])
  })
  return { repo, path: lane.path, smoke, url }
}

describe('MI-05 a smoke test', () => {
  it('passes where status and text are as expected; nothing is left running or lying in the lane', async () => {
    const { repo, path, smoke, url } = await product()
    expect(await smoke({ urls: [url('/', { expectText: 'Hello' }), url('/more')] })).toMatchObject({
      type: 'SmokeTested',
      passed: true,
      failures: [],
    })
    expect(repo.gitIn(path, 'status', '--porcelain')).toBe('')
  })

  it('says of each address what was expected and what came, without secrets', async () => {
    const { smoke, url } = await product()
    const { passed, failures } = await smoke({
      urls: [url('/', { expectText: 'Bye' }), url('/broken'), url('/', { expectStatus: 404 })],
    })
    expect(passed).toBe(false)
    expect(failures).toEqual([
      expect.stringMatching(
        /expected the text "Bye", which is not in it; it begins with: Hello \[redacted\]/,
      ),
      expect.stringMatching(/\/broken: expected 200, got 500/),
      expect.stringMatching(/expected 404, got 200/),
    ])
  })

  it('is not kept waiting by an address that never answers', async () => {
    const { smoke, url } = await product()
    const { failures } = await smoke({
      startup: { run: 'node server.mjs', waitMs: 3_000 },
      urls: [url('/'), url('/hangs')],
    })
    expect(failures).toEqual([
      expect.stringMatching(/\/hangs: expected 200, but it did not answer within 3 s/),
    ])
  })

  it('names a product that ends, and one that never listens', async () => {
    const { smoke } = await product()
    expect((await smoke({ startup: { run: 'echo gone; exit 3', waitMs: 30_000 } })).failures).toEqual([
      expect.stringMatching(/ended while it was needed.*exit code 3/),
    ])
    expect((await smoke({ startup: { run: 'sleep 60', waitMs: 300 } })).failures).toEqual([
      expect.stringMatching(/did not answer at http:\/\/127.0.0.1:\d+\/ within 0.3 s/),
    ])
  })

  it('does not take somebody else’s answer for the product’s', async () => {
    const { smoke, url } = await product()
    const other = createServer((_, response) => response.end('Hello'))
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void other.close())
    const { port } = other.address() as AddressInfo
    const there = url('', { url: `http://127.0.0.1:${port}/` })
    expect((await smoke({ urls: [there] })).failures).toEqual([
      expect.stringMatching(new RegExp(`Port ${port} is taken by`)),
    ])
    expect((await smoke({ startup: null, urls: [there] })).passed).toBe(true)
  })

  it('without addresses goes by the exit code, within its time', async () => {
    const { smoke } = await product()
    const byCode = (run: string, waitMs = 30_000) => smoke({ startup: { run, waitMs }, urls: [] })
    expect(await byCode('echo fine')).toMatchObject({ passed: true, outputTail: 'fine\n' })
    expect((await byCode('exit 4')).failures).toEqual(['“exit 4” failed. It ended with exit code 4.'])
    expect((await byCode('sleep 60', 200)).failures).toEqual([
      '“sleep 60” failed. It took longer than 0.2 s.',
    ])
  })
})
