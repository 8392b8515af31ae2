import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CaptureUi, UiCaptured } from '@harness/core/effects/capture-ui'
import { expect, it, onTestFinished } from 'vitest'
import { testSandbox, whyNoSandbox } from '../../machine/sandbox/test-support/confined-shell.ts'
import { describeWithBrowser } from '../../test-support/browser.ts'
import { commitOf, firstAttempt, idOf, openLaneCommand, targetRepo } from '../../test-support/target-repo.ts'
import { unconfined } from '../../test-support/unconfined.ts'
import type { CheckPorts } from '../checks/check-ports.ts'
import { openLane } from '../lanes/open-lane.ts'
import { captureUi } from './capture-ui.ts'

/** On the same port in every lane. It tells what it can see of the machine. */
const port = 4321
const server = (title: string, body: string): string => `
import { createServer } from 'node:http'
const html = '<!doctype html><link rel="icon" href="data:,"><title>${title}</title><body>${body}</body>'
createServer((request, response) => {
  if (request.url === '/away') return response.writeHead(302, { location: 'http://example.org/' }).end()
  response.writeHead(200, { 'content-type': 'text/html' }).end(html)
}).listen(${port}, '127.0.0.1')
`

async function product(title: string, body = title) {
  const repo = targetRepo({ 'server.mjs': server(title, body) })
  const sandbox = { ...(await testSandbox([repo.root])), allowed: unconfined.allowed }
  // A capture ends what carries its tag.
  const ports: CheckPorts = { ...repo.ports(), sandbox, processTag: `harness-test-${randomUUID()}` }
  const lane = await openLane(openLaneCommand(), firstAttempt, ports)
  if (lane.type !== 'LaneOpened') throw new Error(JSON.stringify(lane))
  const command: CaptureUi = {
    type: 'CaptureUi',
    id: idOf('20260101-000000/capture-ui/0001/1'),
    lane: lane.lane,
    commit: commitOf(repo, lane.branch),
    server: { run: 'node server.mjs', url: `http://localhost:${port}`, readyMs: 60_000 },
    routes: ['/'],
  }
  return (changes: Partial<CaptureUi> = {}) => captureUi({ ...command, ...changes }, firstAttempt, ports)
}

describeWithBrowser('pictures of a product in a sandbox', () => {
  it.skipIf(whyNoSandbox !== null)(
    'TR-01 two repositories serve on one port at once, and each shows its own page',
    async () => {
      const saying = (word: string) => product(word, `<script>console.error("${word}")</script>`)
      const [one, two] = await Promise.all([saying('One'), saying('Two')])
      const events = await Promise.all([one(), two()])
      for (const [index, word] of ['One', 'Two'].entries()) {
        const event = events[index]
        expect(event).toEqual(expect.objectContaining({ type: 'UiCaptured' }))
        expect((event as UiCaptured).screens.map(({ complaints }) => complaints)).toEqual([
          [`console: ${word}`],
          [`console: ${word}`],
        ])
      }
    },
  )

  it.skipIf(whyNoSandbox !== null)(
    'TR-01 a page of a lane reaches neither this machine’s servers nor other hosts',
    async () => {
      const asked: (string | undefined)[] = []
      const outside = createServer((request, response) => {
        asked.push(request.url)
        response.end('outside')
      })
      await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
      onTestFinished(() => void outside.close())
      const there = `127.0.0.1:${(outside.address() as AddressInfo).port}`
      const capture = await product(
        'Nosy',
        `<img src="http://${there}/x"><img src="http://example.org/y.png"><script>new WebSocket("ws://${there}/s")</script>`,
      )
      const event = await capture()
      expect(event).toEqual(expect.objectContaining({ type: 'UiCaptured' }))
      expect((event as UiCaptured).screens[0]?.complaints).toEqual(
        expect.arrayContaining([
          expect.stringContaining(`GET http://${there}/x`),
          'GET http://example.org/y.png is not on this machine, so it was refused',
        ]),
      )
      expect(asked).toEqual([])
      expect(await capture({ routes: ['/away'] })).toMatchObject({ reason: 'page-failed' })
    },
  )
})
