import { createServer as createHttpServer, request } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { openOutbound, upstreamFor } from './outbound.ts'
import { proxyServer, RefusedHost } from './proxy-server.ts'

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

const firstOf = async (stream: AsyncIterable<Buffer>): Promise<string> => {
  for await (const chunk of stream) return chunk.toString('utf8')
  return ''
}

test.each([
  [{}, null],
  [{ HTTPS_PROXY: 'http://proxy.example:3128' }, 'http://proxy.example:3128/'],
  [{ https_proxy: 'proxy.example:3128' }, 'http://proxy.example:3128/'],
  [{ HTTPS_PROXY: 'http://proxy.example', NO_PROXY: 'localhost, .npmjs.org' }, null],
  [{ HTTPS_PROXY: 'http://proxy.example', NO_PROXY: 'registry.npmjs.org' }, null],
  [{ HTTPS_PROXY: 'http://proxy.example', NO_PROXY: 'js.org' }, 'http://proxy.example/'],
])('TR-01 with %j a registry is reached through %s', (env, proxy) => {
  expect(upstreamFor('registry.npmjs.org', env)?.href ?? null).toBe(proxy)
})

test('TR-01 the operator’s own proxy is used, with its log-in', async () => {
  const target = await listening(createServer((socket) => socket.end('reached')))
  const seen: (string | undefined)[] = []
  const upstream = createHttpServer()
  upstream.on('connect', (asked, client) => {
    seen.push(asked.url, asked.headers['proxy-authorization'])
    client.write('HTTP/1.1 200 OK\r\n\r\n')
    void openOutbound('127.0.0.1', target, {}).then((socket) => socket.pipe(client))
  })
  const port = await listening(upstream)
  const socket = await openOutbound('127.0.0.1', target, { HTTPS_PROXY: `http://ada:word@127.0.0.1:${port}` })
  expect(await firstOf(socket)).toBe('reached')
  expect(seen).toEqual([`127.0.0.1:${target}`, `Basic ${Buffer.from('ada:word').toString('base64')}`])
})

test('TR-01 a proxy that refuses is named', async () => {
  const port = await listening(proxyServer(() => Promise.reject(new RefusedHost('no'))))
  await expect(openOutbound('a.example', 443, { HTTPS_PROXY: `http://127.0.0.1:${port}` })).rejects.toThrow(
    'The proxy 127.0.0.1 answered 403 for a.example:443.',
  )
})

test('TR-01 a plain request is passed on, with its method, headers and body', async () => {
  const seen: unknown[] = []
  const target = await listening(
    createHttpServer((asked, answer) => {
      void text(asked).then((body) => {
        seen.push([
          asked.method,
          asked.url,
          asked.headers['x-own'],
          asked.headers['proxy-authorization'],
          body,
        ])
        answer.writeHead(201, { 'x-there': 'yes' }).end('made')
      })
    }),
  )
  const port = await listening(proxyServer((host, wanted) => openOutbound(host, wanted, {})))
  const answer = await new Promise<string>((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        method: 'PUT',
        path: `http://127.0.0.1:${target}/a?b=c`,
        headers: { 'x-own': '1', 'proxy-authorization': 'Basic x' },
      },
      (response) => {
        const head = `${response.statusCode} ${response.headers['x-there']}`
        text(response).then((body) => resolve(`${head} ${body}`), reject)
      },
    )
    asked.once('error', reject)
    asked.end('word')
  })
  expect(answer).toBe('201 yes made')
  expect(seen).toEqual([['PUT', '/a?b=c', '1', undefined, 'word']])
})
