/**
 * The control server of a daemon: what it shows, how gates are answered over it, and that it refuses everybody but its
 * operator. The routes are taken from its own description, so that none is forgotten.
 */
import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { count } from '@harness/formats/test-support/figures'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, everyRoute, needsShopKey, type Sent } from './support/control-client.ts'
import {
  addressOf,
  daemonRepo,
  deliversPlan,
  raw,
  startDaemon,
  statusOf,
  statusWhen,
  tokenOf,
} from './support/daemon-repo.ts'
import type { Started } from './support/harness.ts'
import { harness, harnessJson } from './support/harness-here.ts'

let root: string
let daemon: Started
let port: number
let token: string

beforeAll(async () => {
  root = daemonRepo({
    plans: { '0001': [], '0002': [] },
    rules: [{ ...deliversPlan('0002'), call: 1, reply: needsShopKey }],
  })
  daemon = startDaemon(root)
  await daemon.saw('The daemon runs')
  port = addressOf(root).port
  token = tokenOf(root)
})
afterAll(async () => {
  await harness(root, ['daemon', 'stop', '--now'])
  await daemon.ended
})

const call = (method: string, path: string, sent: Sent = {}) => ask(root, method, path, sent)

const untouched = async (work: () => Promise<unknown>): Promise<void> => {
  const facts = ({ mode, frozen, work: all, pause: why }: Awaited<ReturnType<typeof statusOf>>) =>
    JSON.stringify({ mode, frozen, all, why })
  const before = facts(await statusOf(root))
  await work()
  expect(facts(await statusOf(root))).toBe(before)
}

const isRefused = (status: number): boolean => status === 400 || status === 404

describe('QA-06 who may ask', () => {
  test('QA-06 every route refuses a request without the token, with a wrong one, and with one in its URL', async () => {
    const routes = await everyRoute(root)
    expect(routes.length).toBeGreaterThan(20)
    await untouched(async () => {
      for (const [method, path] of routes) {
        const bare = await call(method, path, { headers: { authorization: '' } })
        expect([method, path, bare.status]).toEqual([method, path, 401])
        const wrong = `Bearer ${'0'.repeat(64)}`
        expect((await call(method, path, { headers: { authorization: wrong } })).status).toBe(401)
        expect((await call(method, `${path}?token=${token}`)).status).toBe(400)
        expect((await call(method, path, { headers: { authorization: `Basic ${token}` } })).status).toBe(401)
        count('probes refused', 'none', 4)
      }
    })
  })

  test('QA-06 a write needs JSON as its content type, and GET changes nothing', async () => {
    const writes = (await everyRoute(root)).filter(([method]) => method === 'POST')
    await untouched(async () => {
      for (const [, path] of writes) {
        for (const type of [
          'text/plain',
          'application/x-www-form-urlencoded',
          'multipart/form-data',
          'text/json',
        ])
          expect((await call('POST', path, { headers: { 'content-type': type } })).status).toBe(415)
        expect((await call('GET', path)).status).not.toBe(202)
        for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS'])
          expect((await call(method, path)).status).toBe(405)
        count('probes refused', 'none', 8)
      }
    })
  })

  test.each([
    ['another host', (good: string) => good.replace(/Host: .*/, 'Host: evil.example')],
    [
      'a host that begins like ours',
      (good: string) => good.replace(/Host: .*/, 'Host: localhost.evil.com:4500'),
    ],
    [
      'a name that resolves to this machine',
      (good: string) => good.replace(/Host: .*/, `Host: 127.0.0.1.nip.io:${port}`),
    ],
    ['a host without its port', (good: string) => good.replace(/Host: .*/, 'Host: 127.0.0.1')],
    ['another port', (good: string) => good.replace(/Host: .*/, 'Host: 127.0.0.1:1')],
    ['two hosts', (good: string) => good.replace(/(Host: .*)/, '$1\r\nHost: evil.example')],
    ['two equal hosts', (good: string) => good.replace(/(Host: .*)/, '$1\r\n$1')],
    ['no host', (good: string) => good.replace(/Host: .*\r\n/, '')],
    [
      'no host, by HTTP/1.0',
      (good: string) => good.replace(/Host: .*\r\n/, '').replace('HTTP/1.1', 'HTTP/1.0'),
    ],
    [
      'a whole URL as its target',
      (good: string) => good.replace('GET /state', `GET http://127.0.0.1:${port}/state`),
    ],
    ['a target of two slashes', (good: string) => good.replace('GET /state', 'GET //state')],
    [
      'the origin of another site',
      (good: string) => good.replace('Accept', 'Origin: http://evil.example\r\nAccept'),
    ],
    ['the origin null', (good: string) => good.replace('Accept', 'Origin: null\r\nAccept')],
    [
      'an origin of another port',
      (good: string) => good.replace('Accept', 'Origin: http://127.0.0.1:1\r\nAccept'),
    ],
    [
      'a browser on another site',
      (good: string) => good.replace('Accept', 'Sec-Fetch-Site: cross-site\r\nAccept'),
    ],
    [
      'a browser on a sister site',
      (good: string) => good.replace('Accept', 'Sec-Fetch-Site: same-site\r\nAccept'),
    ],
    [
      'a WebSocket of another site',
      (good: string) =>
        good.replace(
          'Connection: close',
          'Origin: http://evil.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x3JJHMbDL1EzLkh9GBhXDw==',
        ),
    ],
    [
      'headers of more than 16 KB',
      (good: string) => good.replace('Accept', `X-Long: ${'x'.repeat(17_000)}\r\nAccept`),
    ],
  ])('QA-06 refuses a request with %s', async (_, change) => {
    const good = `GET /state HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nAccept: */*\r\nConnection: close\r\n\r\n`
    expect(await raw(port, good)).toMatch(/^HTTP\/1\.1 200 /)
    const answer = await raw(port, change(good))
    expect(answer).toMatch(/^HTTP\/1\.\d 4\d\d /)
    expect(answer).not.toContain('runsFired')
    count('probes refused', 'none')
  })

  test('QA-06 says nothing that lets another site read an answer, in any answer', async () => {
    for (const path of ['/state', '/nothing', '/openapi.json']) {
      const { headers } = await call('GET', path, { headers: { origin: `http://127.0.0.1:${port}` } })
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(headers['referrer-policy']).toBe('no-referrer')
    }
  })

  test('QA-06 takes no body of more than a megabyte, told or streamed', async () => {
    const large = 'x'.repeat(1_000_100)
    expect((await call('POST', '/pause', { body: { reason: large } })).status).toBe(413)
    const chunked = `POST /pause HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`
    expect(await raw(port, chunked)).toMatch(/^HTTP\/1\.1 413 /)
  })

  test.each([
    ['no body', '', '', 404],
    ['an empty body', 'Content-Length: 0\r\n', '', 404],
    ['a body in chunks', 'Transfer-Encoding: chunked\r\n', 'a\r\n{"more":1}\r\n0\r\n\r\n', 400],
  ])('DL-13 reads a write with %s', async (_, header, sent, status) => {
    const answer = await raw(
      port,
      `POST /unblock/x HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n${header}Connection: close\r\n\r\n${sent}`,
    )
    expect(answer.split('\r\n')[0]).toContain(` ${status} `)
  })

  test.each([
    ['{', 'not JSON'],
    ['[]', 'not a JSON object'],
    ['{"reson": "x"}', '"reson" is not known'],
    ['{"reason": 7}', 'reason is a text'],
    ['{"__proto__": {"x": 1}}', 'is not known'],
  ])('QA-03 refuses the body %s', async (body, why) => {
    const answer = await call('POST', '/pause', { body })
    expect(answer.status).toBe(400)
    expect(answer.body.error.message).toContain(why)
  })

  test('QA-06 listens on 127.0.0.1 only, and keeps token and socket from others', () => {
    const folder = join(root, '.harness/run/daemon')
    expect(statSync(join(folder, 'token')).mode & 0o777).toBe(0o600)
    expect(statSync(join(folder, 'control.sock')).mode & 0o777).toBe(0o600)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    if (!existsSync('/proc/net/tcp')) return
    const hex = port.toString(16).toUpperCase().padStart(4, '0')
    const listening = readFileSync('/proc/net/tcp', 'utf8')
      .split('\n')
      .filter((line) => / 0A /.test(line) && line.includes(`:${hex} `))
    expect(listening.map((line) => line.trim().split(/\s+/)[1])).toEqual([`0100007F:${hex}`])
  })

  test('QA-06 paths in ids lead nowhere', async () => {
    for (const id of [
      '..%2f..%2fetc%2fpasswd',
      '%2e%2e',
      '....',
      'x%00y',
      '..-20260101-000000',
      '%2fetc-20260101-000000',
    ])
      for (const path of [
        `/logs/${id}`,
        `/runs/${id}`,
        `/runs/${id}/events`,
        `/runs/${id}/transcripts`,
        `/gates/${id}`,
      ]) {
        expect([path, (await call('GET', path)).status]).toEqual([path, expect.toSatisfy(isRefused)])
        count('probes refused', 'none')
      }
  })

  test('QA-06 the token is in no log', () => {
    const logs = join(root, '.harness/run/logs')
    for (const name of readdirSync(logs)) expect(readFileSync(join(logs, name), 'utf8')).not.toContain(token)
  })
})

test('QA-06 takes in no more clients that follow events than it can serve, and then others again', async () => {
  const follows = (): Promise<{ status: number; close(): void }> =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}` }
      const asked = request({ host: '127.0.0.1', port, path: '/events', headers }, (response) => {
        response.resume()
        resolve({ status: response.statusCode ?? 0, close: () => asked.destroy() })
      })
      asked.on('error', reject)
      asked.end()
    })
  const clients = await Promise.all(Array.from({ length: 256 }, follows))
  expect(new Set(clients.map(({ status }) => status))).toEqual(new Set([200]))
  const more = await follows()
  expect(more.status).toBe(503)
  for (const { close } of [...clients, more]) close()
  for (let status = 503; status === 503; ) {
    const again = await follows()
    status = again.status
    again.close()
  }
})

describe('DL-13 what it does', () => {
  test('DL-13 delivers, shows a gate with its choices, and takes the answer of a person', async () => {
    expect((await call('POST', '/resume')).status).toBe(200)
    await statusWhen(
      root,
      ({ work, plans }) =>
        work.some(({ state }: { state: string }) => state === 'gate') && plans.completed === 1,
    )
    const { body } = await call('GET', '/gates')
    const [gate] = body.gates
    expect(gate.question).toContain('A key for the shop')
    expect(gate.choices.map(({ name }: { name: string }) => name)).toEqual(['grant', 'refuse'])
    const path = `/gates/${gate.run}`
    expect((await call('GET', path)).body.gates).toEqual([gate])
    expect((await call('POST', path, { body: { choice: 'maybe' } })).body.error.message).toContain(
      'grant, refuse',
    )
    expect((await call('POST', path, { body: { choice: 'refuse' } })).status).toBe(409)
    expect((await call('POST', path, { body: { choice: 'grant', gate: 'other' } })).status).toBe(404)
    expect(
      (await call('POST', path, { body: { choice: 'grant', reason: 'It is in .env.test' } })).status,
    ).toBe(202)
    await statusWhen(root, ({ plans, work }) => plans.completed === 2 && work.length === 0)
    expect((await call('GET', '/gates')).body.gates).toEqual([])
  })

  test('DL-13 shows runs, their events and transcripts, and figures', async () => {
    const { runs } = (await call('GET', '/runs')).body
    expect(
      runs.map(({ subject, status }: { subject: string; status: string }) => [subject, status]).sort(),
    ).toEqual([
      ['0001', 'done'],
      ['0002', 'done'],
    ])
    const { run } = runs[0]
    const detail = (await call('GET', `/runs/${run}`)).body
    expect(detail.report.title).toBe('Say hello')
    const { calls } = (await call('GET', `/runs/${run}/transcripts`)).body
    expect(calls.length).toBeGreaterThanOrEqual(2)
    const transcript = await call('GET', `/runs/${run}/transcripts/${encodeURIComponent(calls[0].id)}`)
    expect(transcript.body.events.length).toBeGreaterThan(0)
    expect((await call('GET', `/logs/${runs[0].subject}`)).body).toContain('RunStarted')
    const metrics = (await call('GET', '/metrics')).body
    expect(metrics).toContain('harness_merges_total 2')
    expect(metrics).toMatch(/^# TYPE harness_daemon_work gauge$/m)
    const page = readFileSync(new URL('../docs/daemon.md', import.meta.url), 'utf8')
    const named = [...page.matchAll(/`((?:harness|process)_\w+(?:\{[^}]*\})?)`/g)].map(
      ([, name = '']) => name,
    )
    expect(named.length).toBeGreaterThan(5)
    for (const name of named) expect(metrics).toContain(`\n${name}`)
  })

  test('DL-13 sends events in order and without gaps, also to a client that comes back', async () => {
    const { runs } = (await call('GET', '/runs')).body
    const path = `/runs/${runs[0].run}/events`
    const all = await eventsOf(path, null, (events) => events.at(-1)?.type === 'RunEnded')
    expect(all[0]?.type).toBe('RunStarted')
    for (const at of [0, 3, all.length - 2]) {
      const rest = await eventsOf(path, all[at]?.id ?? '', (events) => events.at(-1)?.type === 'RunEnded')
      expect(rest.map(({ id }) => id)).toEqual(all.slice(at + 1).map(({ id }) => id))
    }
    for (const id of ['nonsense', '999999999999.999999999.5+0', '0.0.0+999999999'])
      for (const stream of [path, '/events']) {
        const refused = await call('GET', stream, { headers: { 'last-event-id': id } })
        expect([id, refused.status, refused.body.error.code]).toEqual([id, 400, 'event-id-invalid'])
        expect(await eventsOf(stream, null, (events) => events.length > 0)).not.toEqual([])
      }
  })

  test('DL-13 sends what happens while a client listens', async () => {
    const seen = eventsOf(
      '/events',
      null,
      (events) => events.filter(({ type }) => type === 'OperatorHeard').length >= 2,
    )
    await pause(200)
    await call('POST', '/pause', { body: { reason: 'lunch' } })
    expect((await statusOf(root)).pause).toMatchObject({ why: 'operator', reason: 'lunch' })
    await call('POST', '/resume')
    expect((await seen).length).toBeGreaterThan(4)
  })

  test('DL-13 freezes and unfreezes, blocks nothing unknown, and queues only what drives a run', async () => {
    const frozen = await call('POST', '/freeze?reason=demo')
    expect(frozen.body).toMatchObject({ ok: true })
    await statusWhen(root, ({ frozen: isFrozen, state }) => isFrozen && state === 'paused')
    await call('POST', '/unfreeze')
    await statusWhen(root, ({ frozen: isFrozen, state }) => !isFrozen && state === 'paused')
    await call('POST', '/resume')
    expect((await call('POST', '/unblock/9998')).status).toBe(404)
    expect((await call('POST', '/unqueue/q9')).status).toBe(404)
    for (const args of [
      ['init'],
      ['run', '--repo', '/tmp'],
      ['trust'],
      ['daemon', 'stop'],
      ['run', '--trust'],
    ])
      expect((await call('POST', '/queue', { body: { args } })).status).toBe(400)
  })

  test('DL-13 GET /status is the same as /state, and the command says the same without a daemon', async () => {
    const quiet = ({ history, ...rest }: Record<string, unknown>) => rest
    expect(quiet((await call('GET', '/status')).body)).toEqual(quiet((await call('GET', '/state')).body))
    const live = (await harnessJson(root, ['daemon', 'status'])).value
    const listener = eventsOf('/events', null, () => false)
    listener.catch(() => {})
    await statusWhen(root, () => true)
    await harness(root, ['daemon', 'stop'])
    expect(await daemon.ended).toMatchObject({ code: 0 })
    const stored = (await harnessJson(root, ['daemon', 'status'])).value
    expect(Object.keys(stored)).toEqual(Object.keys(live))
    expect(stored).toMatchObject({
      state: 'stopped',
      merges: 2,
      plans: live.plans,
      runsFired: live.runsFired,
    })
    expect(existsSync(join(root, '.harness/run/daemon/control.sock'))).toBe(false)
  })

  test('DL-13 a token that others could read is replaced, and the old one is void', async () => {
    const before = tokenOf(root)
    chmodSync(join(root, '.harness/run/daemon/token'), 0o644)
    daemon = startDaemon(root)
    await daemon.saw('token_replaced')
    await daemon.saw('The daemon runs')
    port = addressOf(root).port
    expect((await call('GET', '/state', { headers: { authorization: `Bearer ${before}` } })).status).toBe(401)
    token = tokenOf(root)
    expect(token).not.toBe(before)
    expect((await call('GET', '/state')).status).toBe(200)
    expect(statSync(join(root, '.harness/run/daemon/token')).mode & 0o777).toBe(0o600)
  })
})

interface Heard {
  readonly id: string
  readonly type: string
}

const eventsOf = (
  path: string,
  lastId: string | null,
  isEnough: (events: readonly Heard[]) => boolean,
): Promise<readonly Heard[]> =>
  new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(lastId === null ? {} : { 'last-event-id': lastId }),
    }
    const asked = request({ host: '127.0.0.1', port, path, headers }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += String(chunk)
        const events = [...text.matchAll(/^id: (.*)\nevent: (.*)\ndata: .*$/gm)].map(
          ([, id = '', type = '']) => ({
            id,
            type,
          }),
        )
        if (!isEnough(events)) return
        asked.destroy()
        resolve(events)
      })
    })
    asked.once('error', reject)
    asked.end()
  })
