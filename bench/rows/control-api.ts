/** What the control server of a daemon adds to a bare server of Node: for requests, and for events to many clients. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Agent, get, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { interleaved, timed } from '../interleaved.ts'
import { environment } from '../processes.ts'
import type { Ground, Row } from '../row.ts'
import { deliverable } from '../sample-repo.ts'

const clients = 200
const requestsEach = 5

interface Place {
  readonly port: number
  readonly token: string
}

export async function controlApi({ folder, program }: Ground): Promise<readonly Row[]> {
  const root = deliverable(join(folder, 'product'), { plans: 1, check: 'true' })
  const daemon = await begun(
    root,
    [program, 'daemon', 'start', '--foreground', '--port', '0'],
    /127\.0\.0\.1:(\d+)/,
  )
  const token = readFileSync(join(root, '.harness/run/daemon/token'), 'utf8').trim()
  const ours: Place = { port: daemon.port, token }
  const body = await answerOf(ours, '/state')
  const bare = await begun(
    root,
    ['-e', bareServer, String(Buffer.byteLength(body)), join(root, 'bare.log')],
    /port (\d+)/,
  )
  const floor: Place = { port: bare.port, token }
  try {
    const requests = (place: Place) => () => timed(() => many(place))
    const listening = { ours: await listeners(ours), floor: await listeners(floor) }
    const ms = await interleaved(
      {
        ours: requests(ours),
        floor: requests(floor),
        ourEvents: () => told(ours, listening.ours),
        floorEvents: () => told(floor, listening.floor),
      },
      { fewest: 5, most: 15, forMs: 12_000 },
    )
    for (const one of [...listening.ours, ...listening.floor]) one.close()
    return [
      {
        row: `GET /state, ${clients} clients`,
        measured: ms.ours,
        unit: 'ms',
        floor: { what: 'bare node server', value: ms.floor },
        goal: { type: 'ratio', atMost: 1.2 },
        remark: `${requestsEach} requests of each at once, ${Buffer.byteLength(body)} bytes each; the floor looks at nothing`,
      },
      {
        row: `an event to ${clients} clients`,
        measured: ms.ourEvents,
        unit: 'ms',
        floor: { what: 'bare node server', value: ms.floorEvents },
        goal: { type: 'ratio', atMost: 1.2 },
        remark: 'from the first client that has it to the last',
      },
    ]
  } finally {
    daemon.process.kill('SIGKILL')
    bare.process.kill('SIGKILL')
  }
}

/** The least: bytes from memory, sent to all. */
const bareServer = `
const { createServer } = require('node:http'); const { openSync, writeSync, fdatasyncSync } = require('node:fs')
const body = 'x'.repeat(Number(process.argv[1])); const file = openSync(process.argv[2], 'a'); const following = []
const server = createServer((request, response) => {
  if (request.url === '/events') { response.writeHead(200, { 'content-type': 'text/event-stream' }); response.write(': \\n\\n'); following.push(response); return }
  if (request.method === 'POST') { request.resume(); writeSync(file, 'x'.repeat(200)); fdatasyncSync(file)
    for (const one of following) one.write('id: 1\\nevent: OperatorHeard\\ndata: ' + 'x'.repeat(160) + '\\n\\n') }
  response.writeHead(200, { 'content-type': 'application/json' }).end(body)
}).listen(0, '127.0.0.1', () => console.log('port ' + server.address().port))`

function begun(
  root: string,
  args: readonly string[],
  says: RegExp,
): Promise<{ readonly process: ChildProcess; readonly port: number }> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...environment, HOME: join(root, '..') },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += String(chunk)
      const [, port] = says.exec(text) ?? []
      if (port !== undefined) resolve({ process: child, port: Number(port) })
    })
    child.once('close', () => reject(new Error(`It ended: ${text}`)))
  })
}

const headersOf = ({ token }: Place) => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
})

const answerOf = (place: Place, path: string, agent?: Agent): Promise<string> =>
  new Promise((resolve, reject) => {
    get(
      {
        host: '127.0.0.1',
        port: place.port,
        path,
        headers: headersOf(place),
        ...(agent === undefined ? {} : { agent }),
      },
      (response) => {
        let text = ''
        response.on('data', (chunk) => {
          text += String(chunk)
        })
        response.on('end', () => {
          if (response.statusCode === 200) resolve(text)
          else reject(new Error(`GET ${path} is answered: ${response.statusCode} ${text}`))
        })
      },
    ).once('error', reject)
  })

async function many(place: Place): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let n = 0; n < requestsEach; n++) await answerOf(place, '/state', agent)
    }),
  )
  agent.destroy()
}

interface Listener {
  /** Resolves at the next word of an operator. */
  heard(): Promise<void>
  close(): void
}

const listeners = (place: Place): Promise<readonly Listener[]> =>
  Promise.all(Array.from({ length: clients }, () => listener(place)))

const listener = (place: Place): Promise<Listener> =>
  new Promise((resolve, reject) => {
    const asked = get({ host: '127.0.0.1', port: place.port, path: '/events', headers: headersOf(place) })
    asked.once('error', reject)
    asked.once('response', (response: IncomingMessage) => {
      let wake = (): void => {}
      response.on('data', (chunk) => {
        if (String(chunk).includes('event: OperatorHeard')) wake()
      })
      response.once('error', () => {})
      resolve({
        heard: () =>
          new Promise((done) => {
            wake = done
          }),
        close: () => asked.destroy(),
      })
    })
  })

/** From the first to the last. */
async function told(place: Place, all: readonly Listener[]): Promise<number> {
  const moments: number[] = []
  const heard = all.map((one) => one.heard().then(() => moments.push(performance.now())))
  await new Promise<void>((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port: place.port, path: '/drain', method: 'POST', headers: headersOf(place) },
      (response) => {
        response.resume()
        response.once('end', resolve)
      },
    )
    asked.once('error', reject)
    asked.end('{}')
  })
  await Promise.all(heard)
  return Math.max(...moments) - Math.min(...moments)
}
