import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { CaptureUi, UiCaptured, UiNotCaptured } from '@harness/core/effects/capture-ui'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findProcesses, readTag } from '../../machine/process/process-table.ts'
import { createRedactionStream } from '../../machine/redaction/redactor.ts'
import { describeWithBrowser } from '../../test-support/browser.ts'
import { commitOf, firstAttempt, idOf, openLaneCommand, targetRepo } from '../../test-support/target-repo.ts'
import type { CheckPorts } from '../checks/check-ports.ts'
import type { Attempt } from '../failure/attempt.ts'
import { openLane } from '../lanes/open-lane.ts'
import { captureUi } from './capture-ui.ts'

/** A product: answers each route as `pages.json` says, on the lane's own port. */
const server = `
import { createServer } from 'node:http'
import { readFileSync, writeFileSync } from 'node:fs'
const pages = JSON.parse(readFileSync('pages.json', 'utf8'))
console.log('starting with top-secret-value')
createServer((request, response) => {
  const page = pages[request.url] ?? { status: 404, body: 'nothing here' }
  if (page.exit) process.exit(page.exit)
  response.writeHead(page.status ?? 200, { 'content-type': 'text/html', ...page.headers })
  response.end(page.body)
}).listen(Number(process.env.HARNESS_LANE_PORT), '127.0.0.1')
`

const page = (body: string): string => `<!doctype html><link rel="icon" href="data:,"><body>${body}</body>`

interface Page {
  readonly status?: number
  readonly body?: string
  readonly exit?: number
  readonly headers?: Readonly<Record<string, string>>
}

async function product(pages: Readonly<Record<string, Page>> = { '/': { body: page('Hello') } }) {
  const repo = targetRepo({
    'server.mjs': server,
    'pages.json': JSON.stringify(pages),
    '.gitignore': 'cache/\n',
  })
  const secrets = [{ name: 'API_TOKEN', value: 'top-secret-value' }]
  const processTag = `harness-test-${randomUUID()}`
  const ports: CheckPorts = {
    ...repo.ports(),
    processTag,
    redactionStream: () => createRedactionStream({ secrets }),
  }
  const lane = await openLane(openLaneCommand(), firstAttempt, ports)
  if (lane.type !== 'LaneOpened') throw new Error(JSON.stringify(lane))
  const command: CaptureUi = {
    type: 'CaptureUi',
    id: idOf('20260101-000000/capture-ui/0001/1'),
    lane: lane.lane,
    commit: commitOf(repo, lane.branch),
    server: { run: 'node server.mjs', url: 'http://localhost:$HARNESS_LANE_PORT', readyMs: 60_000 },
    routes: ['/'],
  }
  const living = (): readonly number[] =>
    (findProcesses(({ pid }) => readTag(pid)?.startsWith(processTag) ?? false) ?? []).map(({ pid }) => pid)
  onTestFinished(() => expect(living()).toEqual([]))
  const capture = async (
    changes: Partial<CaptureUi> = {},
    attempt: Attempt = firstAttempt,
    environment: CheckPorts['environment'] = ports.environment,
  ): Promise<UiCaptured | UiNotCaptured> => {
    const event = await captureUi({ ...command, ...changes }, attempt, { ...ports, environment })
    if (event.type === 'CommandFailed') throw new Error(`${event.code}: ${event.detail}`)
    return event
  }
  const serving = (changes: Partial<CaptureUi['server']>) => ({ server: { ...command.server, ...changes } })
  return { repo, ports, path: lane.path, command, capture, serving, living }
}

const screensOf = (event: UiCaptured | UiNotCaptured): UiCaptured['screens'] => {
  if (event.type !== 'UiCaptured') throw new Error(`${event.reason}: ${event.detail}`)
  return event.screens
}

/** Width and height as a PNG file says. */
const sizeOf = (file: string): readonly [number, number] => {
  const bytes = readFileSync(file)
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
}

describeWithBrowser('pictures of the product', () => {
  it('DL-08 shows every page in both sizes, kept with the run, and nothing is left running', async () => {
    const { capture, ports } = await product({
      '/': { body: page('Hello') },
      '/long': { body: page('<div style="height: 9000px; background: linear-gradient(red, blue)">x</div>') },
    })
    const screens = screensOf(await capture({ routes: ['/', '/long'] }))
    const folder = join(ports.stateDir, 'task-runs/0001/20260101-000000/review-ui/capture-ui-0001-1')
    expect(
      screens.map(({ route, viewport, file }) => [route, viewport, file.replace(`${folder}/`, '')]),
    ).toEqual([
      ['/', '1440x1000', '1-start-1440x1000.png'],
      ['/', '390x844', '1-start-390x844.png'],
      ['/long', '1440x1000', '2-long-1440x1000.png'],
      ['/long', '390x844', '2-long-390x844.png'],
    ])
    expect(screens.map(({ file }) => sizeOf(file))).toEqual([
      [1440, 1000],
      [390, 844],
      [1440, 4000],
      [390, 4000],
    ])
    expect(screens.flatMap(({ complaints }) => complaints)).toEqual([])
    expect(readdirSync(folder)).toHaveLength(4)
  })

  it('DL-08 tells what the browser complained about, and asks nobody outside of this machine', async () => {
    const body = page(
      '<img src="/gone.png"><script>console.error("broken thing"); setTimeout(() => { throw new Error("late") })</script><img src="http://example.org/x.png"><img src="http://192.0.2.1/y.png">',
    )
    const { capture } = await product({ '/': { body } })
    const [first] = screensOf(await capture())
    expect(first?.complaints).toEqual(
      expect.arrayContaining([
        'console: broken thing',
        'uncaught: late',
        expect.stringMatching(/^GET http:\/\/localhost:\d+\/gone\.png answered with 404$/),
        'GET http://example.org/x.png is not on this machine, so it was refused',
        'GET http://192.0.2.1/y.png is not on this machine, so it was refused',
      ]),
    )
  })

  // Other addresses of the loopback network are there on Linux alone.
  it.runIf(process.platform === 'linux')(
    'DL-08 what a page asks for elsewhere never gets there',
    async () => {
      const asked: (string | undefined)[] = []
      const elsewhere = await listening('127.0.0.2', (url) => asked.push(url))
      const { port } = elsewhere.address() as AddressInfo
      const there = `127.0.0.2:${port}`
      const { capture } = await product({
        '/': { body: page(`<img src="http://${there}/x"><script>new WebSocket("ws://${there}/s")</script>`) },
        '/away': { status: 302, headers: { location: `http://${there}/away` } },
      })
      screensOf(await capture())
      expect(await capture({ routes: ['/away'] })).toMatchObject({ reason: 'page-failed' })
      expect(asked).toEqual([])
    },
  )

  it('DL-08 keeps the server’s output without secrets, and the lane as it was', async () => {
    const { capture, serving, ports, path, repo } = await product()
    const run = 'echo x > made.txt; mkdir -p cache; echo y > cache/y; exec node server.mjs'
    screensOf(await capture(serving({ run })))
    const log = readFileSync(join(ports.runDir, 'checks/capture-ui-0001-1/1-dev-server.log'), 'utf8')
    expect(log).toBe('starting with [redacted:API_TOKEN]\n')
    expect(repo.gitIn(path, 'status', '--porcelain')).toBe('')
    expect(existsSync(join(path, 'cache/y'))).toBe(false)
  })

  it('DL-08 a page that answers with an error of the server cannot be shown', async () => {
    const { capture } = await product({
      '/': { body: page('Hello') },
      '/broken': { status: 503, body: 'no database' },
    })
    expect(await capture({ routes: ['/', '/broken'] })).toMatchObject({
      type: 'UiNotCaptured',
      reason: 'page-failed',
      detail: expect.stringMatching(
        /\/broken: answered with 503\. no database\n[\s\S]*starting with \[redacted/,
      ),
    })
  })

  it('DL-08 a page that leads away from this machine cannot be shown', async () => {
    const { capture } = await product({ '/': { status: 302, headers: { location: 'http://example.org/' } } })
    expect(await capture()).toMatchObject({
      reason: 'page-failed',
      detail: expect.stringContaining('ERR_NAME_NOT_RESOLVED'),
    })
  })

  it('DL-08 a server that dies while it is looked at has died, with the end of its output', async () => {
    const { capture } = await product({ '/': { body: page('Hello') }, '/fatal': { exit: 7 } })
    expect(await capture({ routes: ['/', '/fatal'] })).toMatchObject({
      type: 'UiNotCaptured',
      reason: 'died',
      detail: expect.stringMatching(/exit code 7\.[\s\S]*starting with \[redacted/),
    })
  })

  it('DL-08 cancelled while pages are open, it throws and leaves nothing running', async () => {
    const { capture, living, serving } = await product({ '/': { body: page('<script>for (;;);</script>') } })
    const cancel = new AbortController()
    const capturing = capture(serving({}), { signal: cancel.signal, repeated: false })
    // The server and the browser.
    await expect.poll(() => living().length, { timeout: 60_000 }).toBeGreaterThan(2)
    cancel.abort(new Error('stop'))
    await expect(capturing).rejects.toThrow('stop')
  })
})

describe('a product that cannot be looked at', () => {
  const noBrowser = (environment: CheckPorts['environment']) => ({
    ...environment,
    HARNESS_BROWSER: '/nowhere/chromium',
  })
  /** Enough to be found; what is tested comes before it is started. */
  const anyBrowser = (environment: CheckPorts['environment']) => ({
    ...environment,
    HARNESS_BROWSER: '/bin/sh',
  })

  it('DL-08 says how to get a browser if there is none, and starts nothing', async () => {
    const { capture, ports, serving, path } = await product()
    const event = await capture(serving({ run: 'touch started' }), firstAttempt, noBrowser(ports.environment))
    expect(event).toMatchObject({
      type: 'UiNotCaptured',
      reason: 'no-browser',
      detail: expect.stringContaining('/nowhere/chromium'),
      next: expect.stringMatching(/apt install chromium.*HARNESS_BROWSER.*harness resume/),
    })
    expect(existsSync(join(path, 'started'))).toBe(false)
  })

  it('DL-08 a browser that does not start is none', async () => {
    const { capture, ports } = await product()
    expect(await capture({}, firstAttempt, anyBrowser(ports.environment))).toMatchObject({
      reason: 'no-browser',
      detail: expect.stringContaining('/bin/sh could not be started'),
    })
  })

  it('DL-08 a taken port is told with the process that holds it, and nothing is started', async () => {
    const { capture, ports, serving, path } = await product()
    const taken = await listening()
    const { port } = taken.address() as AddressInfo
    const url = `http://localhost:${port}`
    const event = await capture(
      serving({ run: 'touch started', url }),
      firstAttempt,
      anyBrowser(ports.environment),
    )
    expect(event).toMatchObject({ reason: 'port-taken', detail: expect.stringContaining(`Port ${port}`) })
    if (event.type === 'UiNotCaptured' && process.platform === 'linux') {
      expect(event.detail).toContain(`process ${process.pid} (`)
      expect(event.next).toContain(`kill ${process.pid}`)
    }
    expect(existsSync(join(path, 'started'))).toBe(false)
  })

  it('DL-08 a server that never answers is ended as a whole, with the end of its output', async () => {
    const { capture, ports, serving } = await product()
    const run = 'echo compiling; (trap "" TERM; sleep 300) & sleep 300'
    const event = await capture(serving({ run, readyMs: 300 }), firstAttempt, anyBrowser(ports.environment))
    expect(event).toMatchObject({
      reason: 'not-ready',
      detail: expect.stringMatching(/did not answer at .* within 0\.3 s\.[\s\S]*compiling/),
      next: expect.stringContaining('1-dev-server.log'),
    })
  })

  it.each([
    ['ends', 'echo no config; exit 3', /exit code 3\.[\s\S]*no config/],
    ['goes into the background', 'sleep 300 & echo gone', /exit code 0\.[\s\S]*gone/],
  ])('DL-08 a server that %s before it answers has died', async (_, run, told) => {
    const { capture, ports, serving } = await product()
    expect(await capture(serving({ run }), firstAttempt, anyBrowser(ports.environment))).toMatchObject({
      reason: 'died',
      detail: expect.stringMatching(told),
    })
  })

  it('DL-08 a server whose command is not there says nothing about the change', async () => {
    const { capture, ports, serving } = await product()
    const event = await capture(
      serving({ run: 'no-such-program' }),
      firstAttempt,
      anyBrowser(ports.environment),
    )
    expect(event).toMatchObject({
      reason: 'command-missing',
      detail: expect.stringMatching(/was not found: no-such-program/),
    })
  })

  it('QA-23 ends when it has ended, so that the time it took is told', async () => {
    const { command, ports, serving } = await product()
    const began = ports.clock.now()
    const folder = join(ports.stateDir, 'task-runs/0001/20260101-000000/review-ui')
    const clock = { ...ports.clock, now: () => (existsSync(folder) ? began + 5_000 : began) }
    const environment = anyBrowser(ports.environment)
    const dying = { ...command, ...serving({ run: 'exit 3' }) }
    expect(await captureUi(dying, firstAttempt, { ...ports, clock, environment })).toMatchObject({
      type: 'UiNotCaptured',
      at: began + 5_000,
    })
  })

  it('DL-08 cancelled while the server starts, it throws and leaves nothing running', async () => {
    const { capture, ports, serving, living } = await product()
    const cancel = new AbortController()
    const attempt = { signal: cancel.signal, repeated: false }
    const capturing = capture(serving({ run: 'sleep 300' }), attempt, anyBrowser(ports.environment))
    await expect.poll(() => living().length, { timeout: 60_000 }).toBeGreaterThan(0)
    cancel.abort(new Error('stop'))
    await expect(capturing).rejects.toThrow('stop')
  })

  it('QA-01 repeated after a crash, it begins with an empty folder and a clean room', async () => {
    const { capture, ports, path, serving } = await product()
    const folder = join(ports.stateDir, 'task-runs/0001/20260101-000000/review-ui/capture-ui-0001-1')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'old.png'), 'old')
    writeFileSync(join(path, 'pages.json'), 'half')
    const again = { ...firstAttempt, repeated: true }
    await capture(serving({ run: 'cat pages.json; exit 1' }), again, anyBrowser(ports.environment))
    expect(readdirSync(folder)).toEqual([])
    const log = readFileSync(join(ports.runDir, 'checks/capture-ui-0001-1/1-dev-server.log'), 'utf8')
    expect(log).toContain('Hello')
  })
})

const listening = (host = '127.0.0.1', hear: (url?: string) => void = () => {}): Promise<Server> =>
  new Promise((resolve) => {
    const taken = createServer(({ url }, response) => {
      hear(url)
      response.end('mine')
    })
    onTestFinished(() => void taken.close())
    taken.on('upgrade', ({ url }, socket) => {
      hear(url)
      socket.destroy()
    })
    taken.listen(0, host, () => resolve(taken))
  })
