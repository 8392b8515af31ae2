/** Real connections to a control server that gives its clients less time than operators get. */
import { mkdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { temporaryDir } from '@harness/shell/test-support/temporary-dir'
import { expect, onTestFinished, test } from 'vitest'
import type { LiveDaemon } from '../loop/live-daemon.ts'
import { daemonDir, tokenPath } from '../place/daemon-place.ts'
import type { DaemonOutside } from '../place/outside.ts'
import { serveControl } from './control-server.ts'

const limits = {
  headersTimeout: 200,
  requestTimeout: 400,
  keepAliveTimeout: 200,
  connectionsCheckingInterval: 50,
  maxHeaderSize: 16_384,
}

test('QA-06 clients that send slowly or nothing are let go of, and others are served meanwhile', async () => {
  const stateDir = await temporaryDir()
  mkdirSync(daemonDir(stateDir))
  const outside = { stateDir, environment: { HOME: stateDir }, version: '1.0.0' }
  const server = await serveControl({} as LiveDaemon, outside as unknown as DaemonOutside, {
    port: 0,
    address: '127.0.0.1',
    by: 'tester',
    limits,
  })
  onTestFinished(server.close)
  const port = server.port ?? 0
  const token = readFileSync(tokenPath(stateDir), 'utf8').trim()
  const head = (method: string, path: string) =>
    `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`

  /** Sends the first part at once and one byte of the rest now and then. Resolves with the answer when it was let go of. */
  const slowly = (first: string, rest = ''): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.write(first)
      let [answer, at] = ['', 0]
      const more = setInterval(() => at < rest.length && socket.write(rest[at++] ?? ''), 20)
      socket.on('data', (chunk) => {
        answer += String(chunk)
      })
      // A byte that crosses the end of the connection.
      socket.on('error', () => {})
      socket.once('close', () => {
        clearInterval(more)
        resolve(answer)
      })
    })
  /** On a machine that is busy, a good request may come too late as well: it is sent again. */
  const isServed = async (): Promise<void> => {
    for (let answer = ''; !answer.startsWith('HTTP/1.1 200 '); )
      answer = await slowly(`${head('GET', '/openapi.json')}Connection: close\r\n\r\n`)
  }
  const endless = 'x'.repeat(10_000)
  const slow = [
    slowly(''),
    slowly('', head('GET', '/openapi.json') + endless),
    slowly(`${head('GET', '/openapi.json')}X-Long: `, endless),
    slowly(`${head('POST', '/pause')}Content-Length: 10000\r\n\r\n{`, endless),
    slowly(`${head('POST', '/pause')}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n{\r\n'.repeat(1_000)),
  ]
  await isServed()
  for (const answer of await Promise.all(slow)) expect(answer).toMatch(/^(?:HTTP\/1\.1 408 |$)/)
  await isServed()
})
