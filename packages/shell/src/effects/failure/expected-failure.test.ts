import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { GitError } from '../../machine/git/git.ts'
import { expectedTrouble } from './expected-failure.ts'

test('MI-13 git that fails because somebody removed the lane is told as that, and elsewhere in its own words', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'harness-gone-'))
  const trouble = new GitError(
    { args: ['status'], cwd },
    { exitCode: 128, stderr: 'fatal: Unable to read current working directory' },
  )
  expect(expectedTrouble(trouble)).toMatchObject({ code: 'git-failed' })
  rmSync(cwd, { recursive: true })
  expect(expectedTrouble(trouble)).toEqual({
    code: 'lane-missing',
    detail: `${cwd} was removed while it was worked in.`,
    next: 'It is made again from its branch by: harness resume',
  })
})
