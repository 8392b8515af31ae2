import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDir } from '../../test-support/temporary-dir.ts'
import { shellCommand } from '../process/shell-command.ts'
import { openSandbox } from './open-sandbox.ts'
import { runConfined } from './run-confined.ts'

/** A PATH with nothing but a `bwrap` that says this and fails; with nothing at all if it says nothing. */
async function pathWith(said: string | null): Promise<string> {
  const folder = await temporaryDir()
  if (said !== null) {
    await writeFile(join(folder, 'bwrap'), `#!/bin/sh\necho '${said}' >&2\nexit 1\n`, { mode: 0o755 })
  }
  return folder
}

const opened = async (PATH: string, hidden: readonly string[] = []) =>
  openSandbox({ environment: { PATH }, hidden, dataDir: await temporaryDir() }, 'linux')

test('TR-02 without bubblewrap there is no sandbox, and the command that installs it is named', async () => {
  const sandbox = await opened(await pathWith(null))
  expect(sandbox).toMatchObject({
    kind: 'none',
    missing: { why: 'bubblewrap (bwrap) is not installed.', next: expect.stringContaining('bubblewrap') },
  })
  // It works as before, and with the operator's rights.
  const lane = await temporaryDir()
  const result = await runConfined(
    sandbox,
    { cwd: lane, write: [], read: [], network: 'loopback' },
    { ...shellCommand('echo x > here'), env: {}, limits: { wallMs: 10_000, outputBytes: 1024 } },
  )
  expect(result).toMatchObject({ exitCode: 0 })
})

test.runIf(process.platform === 'linux')(
  'TR-02 a bubblewrap that may not make namespaces is no sandbox, and what it said is told',
  async () => {
    const said = 'bwrap: No permissions to create new namespace, likely because the kernel does not allow it.'
    const { kind, missing } = await opened(await pathWith(said))
    expect(kind).toBe('none')
    expect(missing?.why).toContain(said)
    expect(missing?.next).not.toBe('')
  },
)

test('TR-01 a bubblewrap that the repository brings along is not used', async () => {
  const checkout = await temporaryDir()
  await mkdir(join(checkout, 'node_modules/.bin'), { recursive: true })
  await writeFile(join(checkout, 'node_modules/.bin/bwrap'), '#!/bin/sh\nexit 0\n', { mode: 0o755 })
  const linked = await temporaryDir()
  await symlink(join(checkout, 'node_modules/.bin/bwrap'), join(linked, 'bwrap'))
  for (const PATH of [join(checkout, 'node_modules/.bin'), linked, 'node_modules/.bin']) {
    expect(await opened(PATH, [checkout])).toMatchObject({ kind: 'none' })
  }
})

test('TR-02 on other systems there is no sandbox', async () => {
  const options = { environment: {}, hidden: [], dataDir: await temporaryDir() }
  expect(await openSandbox(options, 'win32')).toMatchObject({
    kind: 'none',
    missing: { why: 'There is no sandbox for win32.' },
  })
})
