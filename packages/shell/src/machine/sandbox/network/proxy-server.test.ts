import { createServer, request, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { proxyServer } from './proxy-server.ts'

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

const basic = (login: string): string => `Basic ${Buffer.from(login).toString('base64')}`

/** The status and the text of the answer; `cut` if the answer was cut off. */
const asked = (proxy: number, url: string, login: string): Promise<string> =>
  new Promise((resolve) => {
    const headers = { 'proxy-authorization': basic(login) }
    request({ port: proxy, host: '127.0.0.1', path: url, headers }, (answer) => {
      let text = ''
      answer.on('data', (chunk) => (text += String(chunk)))
      answer.on('error', () => resolve(`${answer.statusCode} ${text} cut`))
      answer.on('end', () => resolve(`${answer.statusCode} ${text}`))
    }).end()
  })

test('TR-01 a proxy with a password answers only those who have it, and keeps it to itself', async () => {
  const seen: (string | undefined)[] = []
  const server = await listening(
    createServer(({ headers }, answer) => {
      seen.push(headers['proxy-authorization'])
      answer.end('hello')
    }),
  )
  const open = (host: string, port: number) => Promise.resolve(connect(port, host))
  const proxy = await listening(proxyServer(open, 'tell', 'password-of-nobody'))
  const url = `http://127.0.0.1:${server}/`
  expect(await asked(proxy, url, 'harness:guessed')).toBe('407 ')
  expect(await asked(proxy, url, 'harness:')).toBe('407 ')
  expect(await asked(proxy, url, 'harness:password-of-nobody')).toBe('200 hello')
  expect(seen).toEqual([undefined])
})

test('TR-01 an answer that is cut off on its way is cut off for the program, too', async () => {
  const server = await listening(
    createServer((_, answer) => {
      answer.writeHead(200, { 'content-length': 99 })
      answer.write('begun', () => answer.socket?.destroySoon())
    }),
  )
  const proxy = await listening(proxyServer((host, port) => Promise.resolve(connect(port, host))))
  expect(await asked(proxy, `http://127.0.0.1:${server}/`, '')).toBe('200 begun cut')
})
