import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { missingCheck } from '../init/draft-files.ts'
import { programCheck } from './program-check.ts'

const root = mkdtempSync(join(tmpdir(), 'harness-doctor-'))
writeFileSync(join(root, 'package.json'), JSON.stringify({ scripts: { test: 'x' } }))
writeFileSync(join(root, 'npm'), '', { mode: 0o755 })
writeFileSync(join(root, 'check.sh'), '', { mode: 0o755 })
afterAll(() => rmSync(root, { recursive: true }))
const check = (line: string) => programCheck('x', line, root, { PATH: root })

describe('QA-22 the program of a check', () => {
  test('is found on the PATH, in the repository, or built into the shell', () => {
    for (const line of ['npm run test', './check.sh', 'echo hello', 'true'])
      expect(check(line).status).toBe('ok')
  })
  test('that is missing fails with what to do', () => {
    expect(check('nonesuch --x')).toMatchObject({
      status: 'fail',
      fix: expect.stringContaining('Install nonesuch'),
    })
  })
  test('the placeholder that init writes is no check: it is named, with what to do', () => {
    expect(check(missingCheck.run)).toMatchObject({
      status: 'warn',
      evidence: expect.stringContaining('placeholder'),
      fix: expect.stringContaining('harness.config.json'),
    })
  })
  test('npm run with a script that package.json lacks fails', () => {
    expect(check('npm run lint')).toMatchObject({
      status: 'fail',
      evidence: expect.stringContaining('no script lint'),
    })
  })
})
