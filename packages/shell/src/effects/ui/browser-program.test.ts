import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testSandbox, whyNoSandbox } from '../../machine/sandbox/test-support/confined-shell.ts'
import { temporaryDir } from '../../test-support/temporary-dir.ts'
import { unconfined } from '../../test-support/unconfined.ts'
import { browserProgram } from './browser-program.ts'

/** In the browser's place: tells what it can read of the operator's, and whether it can write its home. */
const looks = (secret: string): string =>
  `#!/bin/sh\ncat '${secret}' 2>/dev/null || echo hidden\necho x > "$HOME/x" && echo home\necho "$1"\n`

async function seenBy(isConfined: boolean): Promise<readonly string[]> {
  const root = await temporaryDir()
  const [users, folder, installed] = [join(root, 'users'), join(root, 'folder'), join(root, 'installed')]
  for (const path of [users, folder, installed]) mkdirSync(path)
  const secret = join(users, 'secret.txt')
  writeFileSync(secret, 'secret\n')
  const program = join(installed, 'browser')
  writeFileSync(program, looks(secret))
  chmodSync(program, 0o755)
  const sandbox = isConfined ? await testSandbox([]) : unconfined
  const { file, env, release } = await browserProgram(program, { PATH: '/usr/bin:/bin' }, folder, sandbox)
  const { stdout } = spawnSync(file, ['argument'], { env, encoding: 'utf8' })
  await release()
  return stdout.trimEnd().split('\n')
}

it.skipIf(whyNoSandbox !== null)(
  'TR-01 the browser sees its home and nothing of the operator’s',
  async () => {
    expect(await seenBy(true)).toEqual(['hidden', 'home', 'argument'])
  },
)

it('without a sandbox it is started as it is', async () => {
  expect(await seenBy(false)).toEqual(['secret', 'home', 'argument'])
})
