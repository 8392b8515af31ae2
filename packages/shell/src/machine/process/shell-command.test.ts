import { expect, it } from 'vitest'
import { shellCommand } from './shell-command.ts'
import { runShell } from './test-support/running.ts'

it('a command line is read by the same shell for everybody', () => {
  expect(shellCommand('a && b', 'linux')).toEqual({ file: '/bin/sh', args: ['-c', 'a && b'] })
  expect(shellCommand('a && b', 'darwin')).toEqual({ file: '/bin/sh', args: ['-c', 'a && b'] })
  expect(shellCommand('a && b', 'win32')).toMatchObject({
    file: 'cmd.exe',
    args: ['/d', '/s', '/c', '"a && b"'],
  })
})

it.runIf(process.platform !== 'win32')('its exit code is the line’s', async () => {
  expect(await runShell('', shellCommand('true | false'))).toMatchObject({ ended: 'exited', exitCode: 1 })
  expect(await runShell('', shellCommand('no-such-command'))).toMatchObject({
    ended: 'exited',
    exitCode: 127,
  })
})
