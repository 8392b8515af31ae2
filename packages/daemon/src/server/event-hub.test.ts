/** Real connections to a hub on a journal in memory. */
import { createServer, get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AnyEvent } from '@harness/core/kernel/effect'
import type { RunStore } from '@harness/shell/store/port/run-store'
import { memoryRunStore } from '@harness/shell/store/test-support/memory/memory-run-store'
import { aLongEvent, anEvent, someEvents } from '@harness/shell/test-support/events'
import { afterEach, expect, test } from 'vitest'
import { type EventHub, openEventHub, placeOf } from './event-hub.ts'

const run = { subject: 'daemon', runId: '20260101-000000' }

/** Of a machine that is busy with something else. */
const patient = { timeout: 60_000, interval: 5 }

let server: Server
let hub: EventHub
/** Resolve when a client has what was there, and hears what comes. */
const joined: Promise<boolean>[] = []
afterEach(() => {
  joined.length = 0
  hub.close()
  server.closeAllConnections()
  server.close()
})

async function serve(runs: RunStore): Promise<void> {
  hub = openEventHub(runs, run, () => {})
  server = createServer((request, response) => {
    const place = placeOf(request.headers['last-event-id'] as string | undefined)
    const joining = place === null ? Promise.resolve(false) : hub.join(response, place)
    joined.push(joining)
    void joining.then((isIn) => (isIn ? undefined : response.writeHead(400).end()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
}

const writer = async (runs: RunStore, ...events: readonly AnyEvent[]) => {
  const { store } = await runs.open(run)
  await Promise.all(events.map((event) => store.append(event)))
  return store
}

const asked = (id: string | null): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo
    const headers = id === null ? {} : { 'last-event-id': id }
    get({ host: '127.0.0.1', port, headers }, resolve).once('error', reject)
  })

interface Heard {
  readonly id: string
  readonly event: AnyEvent
}

/** The first `count` events that are sent. */
async function heardFrom(id: string | null, count: number): Promise<readonly Heard[]> {
  const response = await asked(id)
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) {
    text += chunk
    if (text.split('\n\n').length - 2 < count) continue
    return heardIn(text)
  }
  throw new Error(`It ended after ${text.length} characters.`)
}

const heardIn = (text: string): readonly Heard[] =>
  [...text.matchAll(/^id: (.*)\nevent: .*\ndata: (.*)$/gm)].map(([, at = '', event = '']) => ({
    id: at,
    event: JSON.parse(event),
  }))

const eventsIn = (heard: readonly Heard[]): readonly AnyEvent[] => heard.map(({ event }) => event)

test('DL-13 refuses an id that the journal does not have, and goes on to serve all others', async () => {
  const runs = memoryRunStore()
  await serve(runs)
  const store = await writer(runs, ...someEvents(3))
  const all = await heardFrom(null, 3)
  expect(eventsIn(all)).toEqual(someEvents(3))
  const { events, bytes, crc } = (await runs.read(run))?.end ?? { events: 0, bytes: 0, crc: 0 }
  for (const strange of [
    '999999999999.999999999.5+0',
    `${events}.${bytes}.${crc + 1}+0`,
    `${events + 1}.${bytes}.${crc}+0`,
    `${events}.${bytes}.${crc}+1`,
    '0.0.0+4',
    '0.0.0+999999999',
    'nonsense',
  ]) {
    const refused = await asked(strange)
    expect([strange, refused.statusCode]).toEqual([strange, 400])
    refused.resume()
    expect(eventsIn(await heardFrom(null, 3))).toEqual(someEvents(3))
  }
  const later = heardFrom(`${events}.${bytes}.${crc}+0`, 1)
  await store.append(anEvent(4))
  expect(eventsIn(await later)).toEqual([anEvent(4)])
})

test('DL-13 sends a history of any length, and its ids lead to what comes after them', async () => {
  const runs = memoryRunStore()
  await serve(runs)
  const long = Array.from({ length: 6_000 }, (_, at) => aLongEvent(at))
  const store = await writer(runs, ...long)
  const all = await heardFrom(null, long.length)
  expect(eventsIn(all)).toEqual(long)
  for (const at of [0, 900, 3_000, 5_998]) {
    const rest = await heardFrom(all[at]?.id ?? '', long.length - at - 1)
    expect(rest.map(({ id }) => id)).toEqual(all.slice(at + 1).map(({ id }) => id))
  }
  const whole = heardFrom(null, long.length + 1)
  await store.append(anEvent(1))
  expect(eventsIn(await whole)).toEqual([...long, anEvent(1)])
})

test('QA-06 counts a client that still reads what was there before', async () => {
  const runs = memoryRunStore()
  await serve(runs)
  await writer(runs, ...Array.from({ length: 20_000 }, (_, at) => aLongEvent(at)))
  const response = await asked(null)
  expect(hub.clients()).toBe(1)
  response.destroy()
  await expect.poll(() => hub.clients(), patient).toBe(0)
})

const largeEvents = (first: number, howMany: number): readonly AnyEvent[] =>
  Array.from({ length: howMany }, (_, at) => ({ ...aLongEvent(first + at), detail: 'x'.repeat(20_000) }))

/** A client that takes what comes, as it comes. */
function reading(response: IncomingMessage): { count(): number; heard(): readonly Heard[] } {
  const chunks: Buffer[] = []
  let seen = 0
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    // Its id has a plus sign, and nothing else of it has one.
    for (let at = chunk.indexOf('+'); at >= 0; at = chunk.indexOf('+', at + 1)) seen++
  })
  return { count: () => seen, heard: () => heardIn(Buffer.concat(chunks).toString()) }
}

test('QA-06 drops a client that does not read, and the others get all', async () => {
  const runs = memoryRunStore()
  await serve(runs)
  const store = await writer(runs, anEvent(1))
  const lazy = await asked(null)
  const reader = reading(await asked(null))
  await expect.poll(() => joined.length, patient).toBe(2)
  await Promise.all(joined)
  // More than the buffers of both sockets take, which hold what a client has not read.
  for (let at = 0; at < 1_000; at += 20) {
    await Promise.all(largeEvents(at, 20).map((event) => store.append(event)))
    await expect.poll(() => reader.count(), patient).toBe(at + 21)
  }
  expect(eventsIn(reader.heard())).toEqual([anEvent(1), ...largeEvents(0, 1_000)])
  await expect.poll(() => hub.clients(), patient).toBe(1)
  const dropped = new Promise((resolve) => lazy.once('error', resolve))
  lazy.resume()
  expect(await dropped).toMatchObject({ code: 'ECONNRESET' })
})

test('DL-13 sends a burst of several megabytes to a client that reads', async () => {
  const runs = memoryRunStore()
  await serve(runs)
  const store = await writer(runs, anEvent(1))
  const reader = reading(await asked(null))
  await expect.poll(() => joined.length, patient).toBe(1)
  await Promise.all(joined)
  await Promise.all(largeEvents(0, 200).map((event) => store.append(event)))
  await expect.poll(() => eventsIn(reader.heard()), patient).toEqual([anEvent(1), ...largeEvents(0, 200)])
})
