/** Serves a bare repository over HTTP with git's own program, to those who send the right log-in. */
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, dirname } from 'node:path'
import { onTestFinished } from 'vitest'

/** The server's address; the repository is below it by the name of its folder. */
export async function gitOverHttp(bare: string, authorization: string): Promise<string> {
  const server = createServer((request, response) => {
    if (request.headers.authorization !== authorization) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end()
      return
    }
    const url = new URL(request.url ?? '/', 'http://x')
    const backend = spawn('git', ['http-backend'], {
      env: {
        PATH: process.env.PATH,
        GIT_PROJECT_ROOT: dirname(bare),
        GIT_HTTP_EXPORT_ALL: '1',
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_CONFIG_COUNT: '2',
        GIT_CONFIG_KEY_0: 'http.receivepack',
        GIT_CONFIG_VALUE_0: 'true',
        GIT_CONFIG_KEY_1: 'safe.directory',
        GIT_CONFIG_VALUE_1: '*',
        PATH_INFO: url.pathname,
        QUERY_STRING: url.search.slice(1),
        REQUEST_METHOD: request.method ?? 'GET',
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
        HTTP_GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
        REMOTE_USER: 'tester',
      },
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    request.pipe(backend.stdin)
    const chunks: Buffer[] = []
    backend.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    backend.once('close', () => {
      const all = Buffer.concat(chunks)
      const end = all.indexOf('\r\n\r\n')
      const lines = all.toString('latin1', 0, end).split('\r\n')
      const headers = Object.fromEntries(lines.map((line) => line.split(': ', 2) as [string, string]))
      const { Status: status = '200', ...rest } = headers
      response.writeHead(Number.parseInt(status, 10), rest).end(all.subarray(end + 4))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/${basename(bare)}`
}
