import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getuid } from 'node:process'
import { expect, test } from 'vitest'
import { temporaryDir } from '../../test-support/temporary-dir.ts'
import { closedToOthers } from './closed-to-others.ts'
import { confinedShell, whyNoSandbox } from './test-support/confined-shell.ts'

test('TR-01 files and folders that others may not read are found, at any depth', async () => {
  const folder = await temporaryDir()
  const at = (name: string): string => join(folder, name)
  await mkdir(at('open/deep'), { recursive: true })
  await mkdir(at('closed/deep'), { recursive: true })
  for (const name of ['plain', 'secret', 'open/deep/plain', 'open/deep/secret', 'closed/plain'])
    await writeFile(at(name), 'x')
  await chmod(at('secret'), 0o640)
  await chmod(at('open/deep/secret'), 0o600)
  await chmod(at('closed'), 0o710)
  await symlink(at('secret'), at('link'))
  const { files, folders } = closedToOthers(folder)
  expect(files.toSorted()).toEqual([at('open/deep/secret'), at('secret')])
  expect(folders).toEqual([at('closed')])
})

const { files, folders } = closedToOthers('/etc')

test.runIf(getuid?.() === 0 && whyNoSandbox === null && files.length > 0)(
  'TR-01 a program of root’s reads nothing in /etc that others may not read',
  async () => {
    const { run } = await confinedShell()
    const words = (paths: readonly string[]): string => paths.map((path) => `'${path}'`).join(' ')
    const { stdout } = await run(
      `cat /dev/null ${words(files)} | wc -c; find ${words(['/dev/null', ...folders])} -mindepth 1 | wc -l; cat /etc/hostname | wc -l`,
    )
    expect(stdout.toString().split(/\s+/)).toEqual(['0', '0', '1', ''])
  },
)

test.runIf(getuid?.() === 0 && whyNoSandbox === null && files.length > 0)(
  'TR-01 unless the operator names it',
  async () => {
    const { run } = await confinedShell()
    const [file = ''] = files.filter((path) => path.endsWith('shadow'))
    const { stdout } = await run(`cat '${file}' | wc -c`, { read: [file] })
    expect(Number(stdout)).toBeGreaterThan(0)
  },
)
