import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openSandbox } from '../../machine/sandbox/open-sandbox.ts'
import { whyNoSandbox } from '../../machine/sandbox/test-support/confined-shell.ts'
import { firstAttempt, openLaneCommand, targetRepo } from '../../test-support/target-repo.ts'
import { temporaryDir } from '../../test-support/temporary-dir.ts'
import { unconfined } from '../../test-support/unconfined.ts'
import { openLane } from './open-lane.ts'

/** As package managers do: a tunnel through the proxy that the environment names. */
const asking = (address: string): string =>
  `node -e 'const via = new URL(process.env.HTTPS_PROXY); require("http").request({ host: via.hostname, port: via.port, method: "CONNECT", path: "${address}" }).on("connect", (answer) => process.exit(answer.statusCode === 200 ? 0 : 1)).end()'`

async function opened(setup: string, registries: readonly string[]) {
  const repo = targetRepo()
  const sandbox = await openSandbox({
    environment: process.env,
    hidden: [repo.root],
    dataDir: await temporaryDir(),
    registries,
  })
  const ports = { ...repo.ports({ setup: [setup] }), sandbox: { ...sandbox, allowed: unconfined.allowed } }
  return openLane(openLaneCommand(), firstAttempt, ports)
}

test.skipIf(whyNoSandbox !== null)(
  'TR-01 set-up reaches a registry that the operator names; another host fails with the setting that allows it',
  async () => {
    const registry = createServer()
    await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void registry.close())
    const address = `127.0.0.1:${(registry.address() as AddressInfo).port}`
    expect(await opened(asking(address), [address])).toMatchObject({ type: 'LaneOpened' })
    const refused = await opened(asking('files.example.org:443'), [address])
    expect(JSON.stringify(refused)).toContain(
      'It asked for files.example.org, which is no known package registry. To allow it: sandbox.registries',
    )
  },
)
