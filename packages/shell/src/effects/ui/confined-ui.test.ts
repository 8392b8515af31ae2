import { randomUUID } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import type { CaptureUi, UiCaptured } from '@harness/core/effects/capture-ui'
import { chromium } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { testSandbox, whyNoSandbox } from '../../machine/sandbox/test-support/confined-shell.ts'
import { describeWithBrowser } from '../../test-support/browser.ts'
import { commitOf, firstAttempt, idOf, openLaneCommand, targetRepo } from '../../test-support/target-repo.ts'
import { unconfined } from '../../test-support/unconfined.ts'
import type { CheckPorts } from '../checks/check-ports.ts'
import { openLane } from '../lanes/open-lane.ts'
import { captureUi } from './capture-ui.ts'
import { findBrowser } from './find-browser.ts'

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

async function product(title: string, body = title, isConfined = true) {
  const repo = targetRepo({ 'server.mjs': server(title, body) })
  const sandbox = isConfined
    ? { ...(await testSandbox([repo.root])), allowed: unconfined.allowed }
    : unconfined
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

  // Unconfined, a page reaches the first address of the loopback. The second one stands for other hosts; only Linux has it.
  it.runIf(process.platform === 'linux' && whyNoSandbox === null).each([
    ['a lane', true, '127.0.0.1'],
    ['this machine', false, '127.0.0.2'],
  ] as const)(
    'TR-01 a page of %s sends nothing elsewhere by WebRTC or QUIC',
    async (_where, isConfined, host) => {
      const heard: string[] = []
      const udp = createSocket('udp4', () => heard.push('UDP'))
      await new Promise<void>((resolve) => udp.bind(0, host, resolve))
      const tcp = createTcpServer((socket) => {
        heard.push('TCP')
        socket.destroy()
      })
      await new Promise<void>((resolve) => tcp.listen(0, host, resolve))
      onTestFinished(() => {
        udp.close()
        tcp.close()
      })
      const body = leaking(host, udp.address().port, (tcp.address() as AddressInfo).port)
      const capture = await product('Leaking', body, isConfined)
      expect(await capture()).toMatchObject({ type: 'UiCaptured' })
      expect(heard).toEqual([])
      // The same page does send, in a browser as it is installed.
      const found = findBrowser({ PATH: process.env.PATH })
      const browser = await chromium.launch({ executablePath: found.path ?? '' })
      onTestFinished(() => browser.close())
      const page = await browser.newPage()
      await page.setContent(body)
      await expect.poll(() => heard, { timeout: 20_000 }).toContain('UDP')
    },
  )
})

const leaking = (host: string, udp: number, tcp: number): string =>
  `<script>
const connection = new RTCPeerConnection({ iceServers: [
  { urls: "stun:${host}:${udp}" },
  { urls: "turn:${host}:${udp}?transport=udp", username: "a", credential: "b" },
  { urls: "turn:${host}:${tcp}?transport=tcp", username: "a", credential: "b" },
] });
connection.createDataChannel("x");
connection.createOffer().then((offer) => connection.setLocalDescription(offer));
try { new WebTransport("https://${host}:${udp}/").ready.catch(() => {}) } catch {}
</script>`.replaceAll('\n', ' ')
