/** Owns starting a sample product for the operator to look at: on a free port, asked for its smoke test's addresses. */

import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { invariant } from '@harness/core/kernel/invariant'
import type { SmokeSettings } from '@harness/core/playbooks/mission/state/input'
import { allowedEnvironment } from '@harness/shell/machine/process/environment'
import { runProcess } from '@harness/shell/machine/process/run-process'
import { shellCommand } from '@harness/shell/machine/process/shell-command'
import { openPort } from '@harness/shell/machine/sandbox/network/open-port'
import { processPart } from '@harness/shell/machine/sandbox/run-confined'
import { askUrl } from '@harness/shell/playbooks/mission/ask-url'
import type { Environment } from '../../line/command.ts'
import { productCell, productSandbox } from './product-cell.ts'

export interface RunningProduct {
  readonly url: string
  /** What the smoke test found wrong, one sentence each; none if it is green. */
  readonly failures: readonly string[]
  /** How an operator starts it by hand. */
  readonly command: string
  /** Resolves once it has ended, by itself or stopped. */
  readonly ended: Promise<void>
  stop(): void
}

const portName = '$HARNESS_LANE_PORT'
const answerMs = 15_000
const pollMs = 100
const outputBytes = 64 * 1024 * 1024
/** It runs as long as it is wanted. */
const wallMs = 2 ** 31 - 1

export async function runProduct(
  folder: string,
  { startup, urls }: SmokeSettings,
  env: Environment,
): Promise<RunningProduct> {
  const [first] = urls
  invariant(startup !== null && first !== undefined, 'a sample names its start command and its address')
  const number = await freePort()
  const port = String(number)
  const asked = urls.map((url) => ({ ...url, url: url.url.replace(portName, port) }))
  const stop = new AbortController()
  const sandbox = await productSandbox(env)
  const program = {
    ...shellCommand(startup.run),
    env: { ...allowedEnvironment(env), HARNESS_LANE_PORT: port },
  }
  const confined = await sandbox.confine(program, { ...productCell(folder), serves: true })
  // The operator looks at it with a browser of their own.
  const door = confined.hasOwnLoopback ? await openPort(number, confined.connect) : null
  const running = runProcess({
    ...program,
    ...processPart(sandbox, confined),
    limits: { wallMs, outputBytes },
    tailBytes: 0,
    signal: stop.signal,
  })
  let isOver = false
  const ended = running.then(async () => {
    isOver = true
    door?.close()
    await confined.release()
  })
  const failures: string[] = []
  const deadline = performance.now() + startup.waitMs
  for (const url of asked) {
    let failure = await askUrl(url, answerMs, stop.signal)
    while (failure !== null && url === asked[0] && !isOver && performance.now() < deadline) {
      await sleep(pollMs)
      failure = await askUrl(url, answerMs, stop.signal)
    }
    if (failure !== null) failures.push(failure)
  }
  return {
    url: first.url.replace(portName, port),
    failures,
    command: `cd ${folder} && ${startup.run.replace(portName, port)}`,
    ended,
    stop: () => stop.abort(),
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
