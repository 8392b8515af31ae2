import { expect, test } from 'vitest'
import { browserCheck } from './machine.ts'

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
