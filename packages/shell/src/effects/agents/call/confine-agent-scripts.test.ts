import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { launcherScript } from '../../../machine/sandbox/launcher-script.ts'
import { temporaryDir } from '../../../test-support/temporary-dir.ts'
import { shellScript } from './confine-agent-scripts.ts'

/** Runs a script with open files at all numbers up to 12. */
async function ran(
  text: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const path = join(await temporaryDir(), 'script')
  writeFileSync(path, text, { mode: 0o700 })
  const stdio = Array.from({ length: 13 }, (_, index) => (index === 1 ? 'pipe' : 'ignore'))
  return spawnSync(path, args, { env: { PATH: '/usr/bin:/bin', ...env }, stdio }).stdout.toString('utf8')
}

const odd = `it's "a" $word\\ \n *`

test.runIf(process.platform === 'linux')(
  'TR-01 a launcher closes the open files of the harness, and hands words on as they are',
  async () => {
    const line = 'readlink /proc/$$/fd/3 /proc/$$/fd/12; printf "[%s]" "$@"'
    const launched = { file: '/bin/sh', args: ['-c', line, 'sh', odd], sealed: [3, 12] }
    expect(await ran(launcherScript(launched), ['more', odd], {})).toBe(`[${odd}][more][${odd}]`)
  },
)

test('TR-01 the shell of a cell starts with the variables that it may have, and with no other', async () => {
  const shell = {
    // Stands in for the sandbox: prints what it was given.
    bubblewrap: '/usr/bin/env',
    interpreter: '/bin/sh',
    acts: '/bin/bash',
    hidden: [],
    shown: [],
    restored: [],
    names: ['SHOWN', 'UNSET', 'not a name'],
    ownNetwork: true,
    ownProcesses: true,
  }
  const script = shellScript(shell)
    .replace("'--unshare-user'", '')
    .replace(/'--unshare-pid'.*$/m, '')
  expect(await ran(script, [], { SHOWN: odd, KEY: 'key-of-nobody' })).toBe(`SHOWN=${odd}\n`)
})
