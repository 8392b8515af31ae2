import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { temporaryDir } from '../../../test-support/temporary-dir.ts'
import { runProcess } from '../../process/run-process.ts'
import { shellCommand } from '../../process/shell-command.ts'
import { processPart } from '../run-confined.ts'
import type { Cell } from '../sandbox.ts'
import { confinedShell, testSandbox, whyNoSandbox } from '../test-support/confined-shell.ts'

/** A web server of the machine; the cell reaches it by the proxy only. */
async function webServer(): Promise<number> {
  const server = createServer((asked, answer) => answer.end(`served ${asked.url}`))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** Asks for an address as package managers do: through the proxy that the environment names. */
const asking = (address: string): string =>
  `node -e '
    const { host, pathname } = new URL(process.argv[1])
    const via = new URL(process.env.HTTPS_PROXY ?? "http://127.0.0.1:1")
    const asked = require("http").request({ host: via.hostname, port: via.port, method: "CONNECT", path: host })
    asked.on("error", (error) => console.log(error.code))
    asked.on("connect", (response, socket) => {
      if (response.statusCode !== 200) { console.log(response.statusCode); process.exit() }
      require("http").get({ path: pathname, host, createConnection: () => socket }, async (it) => {
        for await (const chunk of it) console.log(String(chunk))
        process.exit()
      })
    })
    asked.end()' ${address}`

describe.skipIf(whyNoSandbox !== null)(`a cell with registries (${whyNoSandbox ?? 'tried'})`, () => {
  test('TR-01 reaches an allowed host through the proxy, and no other host or port', async () => {
    const [allowed, other] = [await webServer(), await webServer()]
    const sandbox = await testSandbox()
    const lane = await temporaryDir()
    const cell: Cell = {
      cwd: lane,
      write: [lane],
      read: [],
      network: 'registries',
      hosts: [`127.0.0.1:${allowed}`],
    }
    const ask = async (address: string) => {
      const program = { ...shellCommand(asking(address)), env: { PATH: process.env.PATH ?? '' } }
      const confined = await sandbox.confine(program, cell)
      const result = await runProcess({
        ...processPart(sandbox, confined),
        limits: { wallMs: 30_000, outputBytes: 65_536 },
      })
      await confined.release()
      return { said: result.tail, refused: confined.refused() }
    }
    expect(await ask(`http://127.0.0.1:${allowed}/package`)).toEqual({
      said: 'served /package\n',
      refused: [],
    })
    expect(await ask(`http://127.0.0.1:${other}/package`)).toEqual({
      said: '403\n',
      refused: [`127.0.0.1:${other}`],
    })
    expect(await ask('https://secrets.example/')).toMatchObject({ refused: ['secrets.example'] })
  })

  test('TR-01 hands the exit code of its command on, and finds programs that are missing', async () => {
    const { run } = await confinedShell()
    expect(await run('exit 3', { network: 'registries' })).toMatchObject({ exitCode: 3 })
    expect(await run('no-such-program', { network: 'registries' })).toMatchObject({ exitCode: 127 })
    expect(await run('kill -9 $$', { network: 'registries' })).toMatchObject({ exitCode: 137 })
  })
})

describe.skipIf(whyNoSandbox !== null)(`a cell that serves (${whyNoSandbox ?? 'tried'})`, () => {
  const port = 4321
  const serving = (word: string, host: string): string =>
    `node -e 'require("http").createServer((_, it) => it.end("${word}")).listen(${port}, "${host}", () => console.log("ready"))'`

  async function serve(word: string, host = '127.0.0.1') {
    const sandbox = await testSandbox()
    const lane = await temporaryDir()
    const cell: Cell = { cwd: lane, write: [lane], read: [], network: 'loopback', serves: true }
    const program = { ...shellCommand(serving(word, host)), env: { PATH: process.env.PATH ?? '' } }
    const confined = await sandbox.confine(program, cell)
    const stop = new AbortController()
    const ready = new Promise<void>((resolve) => {
      const running = runProcess({
        ...processPart(sandbox, confined),
        limits: { wallMs: 60_000, outputBytes: 65_536 },
        signal: stop.signal,
        onOutput: () => resolve(),
      })
      onTestFinished(async () => {
        stop.abort()
        await running
        await confined.release()
      })
    })
    await ready
    return confined
  }

  const ask = (connect: (port: number) => Promise<unknown>): Promise<string> =>
    connect(port).then(
      (socket) =>
        new Promise<string>((resolve, reject) => {
          const asked = request({ path: '/', createConnection: () => socket as never }, (answer) => {
            text(answer).then(resolve, reject)
          })
          asked.once('error', reject)
          asked.end()
        }),
    )

  test('TR-01 two cells serve on the same port, and each is reached from the harness', async () => {
    const [one, two] = await Promise.all([serve('one'), serve('two')])
    expect(await Promise.all([ask(one.connect), ask(two.connect)])).toEqual(['one', 'two'])
    // More than it parks, one after the other and at once.
    expect(await Promise.all(Array.from({ length: 20 }, () => ask(one.connect)))).toEqual(
      Array(20).fill('one'),
    )
  })

  test('TR-01 a server on the loopback of IPv6 is reached, and a port without a server is not', async () => {
    const served = await serve('six', '::1')
    expect(await ask(served.connect)).toBe('six')
    await expect(served.connect(port + 1)).rejects.toThrow('There is no server at port 4322 in the sandbox.')
  })
})
