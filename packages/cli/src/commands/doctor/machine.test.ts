import { plantPrograms, relativeEntries } from '@harness/shell/test-support/planted-programs'
import { temporaryDir } from '@harness/shell/test-support/temporary-dir'
import { expect, test, vi } from 'vitest'
import { browserCheck, gitCheck } from './machine.ts'

test('DL-08 the doctor says whether a browser is there, and how to get one', () => {
  expect(browserCheck({ HARNESS_BROWSER: process.execPath })).toMatchObject({
    status: 'ok',
    evidence: expect.stringContaining(process.execPath),
  })
  expect(browserCheck({ PATH: '', HARNESS_BROWSER: 'nonesuch' })).toMatchObject({
    status: 'warn',
    evidence: expect.stringContaining('HARNESS_BROWSER names nonesuch'),
    fix: expect.stringContaining('apt install chromium'),
  })
})

test('TR-08 the doctor runs no program of the folder that it is in', async () => {
  const folder = await temporaryDir()
  const planted = await plantPrograms(folder, ['git'])
  const before = process.cwd()
  process.chdir(folder)
  try {
    for (const entry of relativeEntries) {
      vi.stubEnv('PATH', `${entry}${process.env.PATH}`)
      expect(gitCheck()).toMatchObject({ status: 'ok' })
      expect(browserCheck({ PATH: './bin', HARNESS_BROWSER: 'git' })).toMatchObject({ status: 'warn' })
    }
  } finally {
    process.chdir(before)
  }
  expect(planted.ran()).toEqual([])
})
