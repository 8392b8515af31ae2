/** What other programs on the operator's machine try at a daemon: websites in a browser, links in its folders, old tokens. */
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { count } from '@harness/formats/test-support/figures'
import { findBrowser } from '@harness/shell/effects/ui/find-browser'
import { describeWithBrowser } from '@harness/shell/test-support/browser'
import { chromium, type Frame, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { ask, everyRoute, needsShopKey } from './support/control-client.ts'
import {
  addressOf,
  daemonRepo,
  deliversPlan,
  startDaemon,
  statusOf,
  statusWhen,
  tokenOf,
} from './support/daemon-repo.ts'
import { type Started, start } from './support/harness.ts'
import { harness } from './support/harness-here.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

let root: string
let daemon: Started
const tokens: string[] = []
const said: string[] = []

beforeAll(async () => {
  root = daemonRepo({
    plans: { '0001': [], '0002': [] },
    config: { notify: { run: 'true' } },
    rules: [{ ...deliversPlan('0002'), call: 1, reply: needsShopKey }],
  })
  daemon = startDaemon(root, '--run')
  await daemon.saw('The daemon runs')
  await statusWhen(
    root,
    ({ plans, work }) =>
      plans?.completed === 1 && work.some(({ state }: { state: string }) => state === 'gate'),
  )
  await harness(root, ['daemon', 'pause'])
  tokens.push(tokenOf(root))
})
afterAll(end)

async function end(): Promise<void> {
  await harness(root, ['daemon', 'stop', '--now'])
  const { stdout, stderr } = await daemon.ended
  said.push(stdout, stderr)
}

interface Waiting {
  readonly state: string
  readonly next: string
}

/** After the daemon has looked around, so that all is known that a look finds. */
const settled = () =>
  statusWhen(
    root,
    ({ revision, work }) =>
      revision !== null &&
      work.some(({ state, next }: Waiting) => state === 'gate' && next.startsWith('harness grant ')),
  )

describeWithBrowser('QA-06 a website that the operator looks at', () => {
  /** What a page can try. It even has the token, so that only the browser and the daemon are in its way. */
  const attack = (base: string): string => `(async () => {
    const base = ${JSON.stringify(base)}
    const answerOf = (asked) => asked.then(async (it) => it.type + ' ' + (await it.text()), () => 'refused')
    const post = (type, more) =>
      answerOf(fetch(base + '/pause', { method: 'POST', body: '{"reason":"evil"}', headers: { 'content-type': type }, ...more }))
    const authorization = 'Bearer ${tokens[0]}'
    const opened = (it) => new Promise((resolve) => { it.onopen = () => resolve('open'); it.onerror = () => { it.close(); resolve('refused') } })
    const loaded = (it) => new Promise((resolve) => {
      it.onload = () => resolve('loaded'); it.onerror = () => resolve('refused'); document.body.append(it)
    })
    return [
      await post('text/plain', { mode: 'no-cors' }),
      await post('application/x-www-form-urlencoded', { mode: 'no-cors' }),
      await answerOf(fetch(base + '/state', { mode: 'no-cors' })),
      await post('text/plain', {}),
      await post('application/json', {}),
      await answerOf(fetch(base + '/pause', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json', authorization } })),
      await answerOf(fetch(base + '/state', { headers: { authorization } })),
      await opened(new WebSocket(base.replace('http', 'ws') + '/events')),
      await opened(new EventSource(base + '/events')),
      await loaded(Object.assign(document.createElement('script'), { src: base + '/state' })),
      await loaded(Object.assign(document.createElement('img'), { src: base + '/metrics' })),
    ]
  })()`
  const opaque = 'opaque '
  const cannot = [opaque, opaque, opaque, ...Array.from({ length: 8 }, () => 'refused')]

  const submits = (base: string): string => `
    const form = Object.assign(document.createElement('form'), { method: 'post', action: ${JSON.stringify(base)} + '/pause', enctype: 'text/plain' })
    form.append(Object.assign(document.createElement('input'), { name: '{"reason":"', value: 'evil"}' }))
    document.body.append(form)
    form.submit()`

  async function pageAt(host: string): Promise<{ page: Page; answers: string[] }> {
    const site = createServer((_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          '<!doctype html><body>Win a prize<iframe sandbox="allow-scripts allow-forms" srcdoc="<body>Click"></iframe>',
        ),
    )
    await new Promise<void>((resolve) => site.listen(0, host, resolve))
    const browser = await chromium.launch({
      executablePath: findBrowser({ PATH: process.env.PATH }).path ?? '',
      args: ['--no-proxy-server', '--disable-gpu'],
      env: { PATH: process.env.PATH ?? '', HOME: temporaryFolder() },
    })
    onTestFinished(async () => {
      await browser.close()
      site.closeAllConnections()
      site.close()
    })
    const page = await browser.newPage()
    const answers: string[] = []
    page.on('response', (response) => {
      const { pathname, port } = new URL(response.url())
      if (Number(port) !== addressOf(root).port) return
      answers.push(`${response.request().method()} ${pathname} ${response.status()}`)
    })
    await page.goto(`http://${host}:${(site.address() as AddressInfo).port}/`)
    return { page, answers }
  }

  // Another port of one name is the same site to a browser, another name is another site.
  test.each(['127.0.0.1', 'localhost'])(
    'QA-06 at another port of %s: form, fetch, sandboxed frame, WebSocket and EventSource change and read nothing',
    async (host) => {
      const before = await settled()
      const { page, answers } = await pageAt(host)
      const base = `http://127.0.0.1:${addressOf(root).port}`
      const sandboxed = page.frames().find((frame) => frame !== page.mainFrame()) as Frame
      expect(await sandboxed.evaluate('self.origin')).toBe('null')
      for (const frame of [page.mainFrame(), sandboxed])
        expect(await frame.evaluate(attack(base))).toEqual(cannot)
      for (const frame of [sandboxed, page.mainFrame()]) {
        const answered = page.waitForResponse(`${base}/pause`)
        await frame.evaluate(submits(base))
        expect((await answered).status()).toBe(403)
      }
      // The browser asked for no leave to send these, and hides their answers from the page. It keeps the others back.
      expect(answers.toSorted()).toEqual([
        'GET /state 403',
        'GET /state 403',
        ...Array.from({ length: 6 }, () => 'POST /pause 403'),
      ])
      expect(await settled()).toEqual(before)
      count('probes refused', 'none', 2 * cannot.length + 2)
    },
  )
})

describe('QA-06 links in the folders of runs and logs', () => {
  const at = (...path: readonly string[]): string => join(root, '.harness/run', ...path)
  const secret = 'of another folder'
  const linked = (path: string, target: string): void => {
    mkdirSync(dirname(path), { recursive: true })
    symlinkSync(target, path)
    onTestFinished(() => rmSync(path, { force: true }))
  }
  const runOf = (subject: string): string =>
    readdirSync(at('runs', subject)).find((name) => /^\d{8}-\d{6}$/.test(name)) ?? ''
  /** Puts it aside for the time of the test. */
  const putAside = (path: string): string => {
    const aside = join(temporaryFolder(), 'aside')
    renameSync(path, aside)
    onTestFinished(() => renameSync(aside, path))
    return aside
  }

  test.each([
    ['outside', () => join(temporaryFolder(), 'secret')],
    ['to the token', () => at('daemon/token')],
  ])('QA-06 a log that leads %s is not shown', async (_, place) => {
    const target = place()
    if (!existsSync(target)) writeFileSync(target, secret)
    const log = at('logs', `0001-${runOf('0001')}.log`)
    expect((await ask(root, 'GET', '/logs/0001')).body).toContain('RunStarted')
    putAside(log)
    linked(log, target)
    const { status, body } = await ask(root, 'GET', '/logs/0001')
    expect(status).toBe(409)
    expect(body.error.message).toContain('which is not followed')
    expect(JSON.stringify(body)).not.toContain(readFileSync(target, 'utf8').trim())
  })

  test('QA-06 a run that leads outside, wholly or by one file, is no run', async () => {
    const run = runOf('0001')
    const outside = join(temporaryFolder(), 'other')
    cpSync(at('runs/0001', run), join(outside, run), { recursive: true })
    cpSync(outside, at('runs/copied'), { recursive: true })
    onTestFinished(() => rmSync(at('runs/copied'), { recursive: true }))
    linked(at('runs/whole'), outside)
    linked(at('runs/inner', run), join(outside, run))
    cpSync(outside, at('runs/file'), { recursive: true })
    onTestFinished(() => rmSync(at('runs/file'), { recursive: true }))
    rmSync(at('runs/file', run, 'journal.ndjson'))
    symlinkSync(join(outside, run, 'journal.ndjson'), at('runs/file', run, 'journal.ndjson'))

    const { runs } = (await ask(root, 'GET', '/runs')).body
    const shown: string[] = runs.map((one: { run: string }) => one.run)
    expect(shown.toSorted()).toEqual([`0001-${run}`, `0002-${runOf('0002')}`, `copied-${run}`])
    for (const [name, good] of [
      ['copied', 200],
      ['whole', 404],
      ['inner', 404],
      ['file', 404],
    ] as const) {
      const path = `/runs/${name}-${run}`
      expect([path, (await ask(root, 'GET', path)).status]).toEqual([path, good])
      expect((await ask(root, 'GET', `${path}/transcripts`)).status).toBe(good)
      expect((await ask(root, 'GET', `/gates/${name}-${run}`)).status).toBe(good)
      if (good === 404) expect((await ask(root, 'GET', `${path}/events`)).status).toBe(404)
    }
  })

  test('QA-06 a gate of a run that leads outside is neither listed nor answered', async () => {
    const run = runOf('0002')
    const path = `/gates/0002-${run}`
    expect((await ask(root, 'GET', '/gates')).body.gates).toHaveLength(1)
    linked(at('runs/0002', run), putAside(at('runs/0002', run)))
    expect((await ask(root, 'GET', '/gates')).body.gates).toEqual([])
    expect((await ask(root, 'POST', path)).status).toBe(400)
    const given = await fetch(`http://127.0.0.1:${addressOf(root).port}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokenOf(root)}`, 'content-type': 'application/json' },
      body: '{"choice": "grant", "reason": "yes"}',
    })
    expect(given.status).toBe(404)
  })

  test('QA-06 a transcript that leads outside is not shown', async () => {
    const run = runOf('0001')
    const { calls } = (await ask(root, 'GET', `/runs/0001-${run}/transcripts`)).body
    const path = `/runs/0001-${run}/transcripts/${encodeURIComponent(calls[0].id)}`
    expect((await ask(root, 'GET', path)).body.events.length).toBeGreaterThan(0)
    const folder = at('runs/0001', run, 'calls', calls[0].id.replace(/[^A-Za-z0-9._-]/g, '-'))
    linked(folder, putAside(folder))
    expect((await ask(root, 'GET', path)).status).toBe(404)
  })
})

/** The addresses at which a process listens for TCP. */
function listeningOf(pid: number): readonly string[] {
  const inodes = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? []
      } catch {
        return []
      }
    }),
  )
  return ['tcp', 'tcp6'].flatMap((kind) =>
    readFileSync(`/proc/net/${kind}`, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .flatMap(([, local = '', , state, , , , , , inode = '']) =>
        state === '0A' && inodes.has(inode) ? [local] : [],
      ),
  )
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

describe('QA-06 the next start', () => {
  const begin = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    await end()
    daemon = start(root, ['daemon', 'start', '--foreground', ...args], { env })
    await daemon.saw('The daemon runs')
    tokens.push(tokenOf(root))
  }

  test('QA-06 by default, by the config and by the environment only this machine reaches the port', async () => {
    const file = join(root, 'harness.config.json')
    const config = readFileSync(file, 'utf8')
    const [byConfig, byEnvironment] = [await freePort(), await freePort()]
    writeFileSync(file, JSON.stringify({ ...JSON.parse(config), daemon: { tickSec: 0.2, port: byConfig } }))
    onTestFinished(() => writeFileSync(file, config))
    const pid = (): number => daemon.process.pid ?? 0
    const localAt = (port: number): string => `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`
    for (const [args, env, port] of [
      [[], {}, byConfig],
      [[], { ORCHESTRATOR_PORT: String(byEnvironment) }, byEnvironment],
    ] as const) {
      await begin(args, env)
      expect(addressOf(root).port).toBe(port)
      if (existsSync('/proc/net/tcp')) expect(listeningOf(pid())).toEqual([localAt(port)])
    }
    await begin(['--no-server'], { ORCHESTRATOR_PORT: String(byEnvironment) })
    expect(addressOf(root).port).toBeNull()
    expect((await statusOf(root)).pid).toBe(pid())
    if (existsSync('/proc/net/tcp')) expect(listeningOf(pid())).toEqual([])
    await end()
    expect((await harness(root, ['daemon', 'start', '--no-server'])).code).toBe(0)
    const inBackground = await statusOf(root)
    expect([inBackground.state, inBackground.port]).toEqual(['paused', null])
    if (existsSync('/proc/net/tcp')) expect(listeningOf(inBackground.pid)).toEqual([])
  })

  test('QA-06 the token of an earlier start opens no route', async () => {
    await begin(['--port', '0'])
    const before = await settled()
    const routes = await everyRoute(root)
    expect(routes.length).toBeGreaterThan(20)
    for (const [method, path] of routes)
      for (const old of tokens.slice(0, -1)) {
        const { status } = await ask(root, method, path, { headers: { authorization: `Bearer ${old}` } })
        expect([method, path, status]).toEqual([method, path, 401])
        count('probes refused', 'none')
      }
    expect(await settled()).toEqual(before)
  })

  test('QA-06 no token is in a log, a journal, a notice, state.json or what the daemon says', async () => {
    await end()
    expect(new Set(tokens).size).toBe(tokens.length)
    for (const token of tokens) expect(said.join('')).not.toContain(token)
    const patterns = tokens.flatMap((token) => ['-e', token])
    const found = execFileSync('grep', ['-rlFa', ...patterns, join(root, '.harness/run')], {
      encoding: 'utf8',
    })
    expect(found.trim().split('\n')).toEqual([join(root, '.harness/run/daemon/token')])
    for (const place of ['state.json', 'logs/daemon.log', 'notices', 'daemon/runs/daemon'])
      expect(existsSync(join(root, '.harness/run', place))).toBe(true)
  })
})
