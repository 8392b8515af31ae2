import { exitCode } from '@harness/core/kernel/exit-code'
import { InvariantError } from '@harness/core/kernel/invariant'
import { UserError } from '@harness/core/kernel/user-error'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import { describe, expect, test } from 'vitest'
import { fakeTerminal } from '../test-support/fake-terminal.ts'
import { tellError } from './report-error.ts'

function told(error: unknown, options: { json?: boolean; debug?: boolean } = {}) {
  const fake = fakeTerminal()
  const code = tellError(error, fake.terminal, {
    json: false,
    debug: false,
    pages: '/program/errors',
    clean: stripControl,
    ...options,
  })
  return { code, out: fake.out(), err: fake.err() }
}
const mistake = new UserError('run-held', 'Held by\u001b[31m 7.', {
  next: 'harness stop 7',
  exitCode: exitCode.heldByAnother,
})

describe('an error', () => {
  test('of the operator: what, what next, the page, its exit code, no stack', () => {
    expect(told(mistake)).toEqual({
      code: 11,
      out: '',
      err: 'error: Held by 7.\nnext:  harness stop 7\nmore:  /program/errors/run-held.md\n',
    })
  })
  test('that comes from a full disk is never called a bug', () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
      code: 'ENOSPC',
      path: '/some/file',
    })
    for (const error of [full, new Error('could not be kept', { cause: full })]) {
      const { code, err } = told(error)
      expect(code).toBe(1)
      expect(err).toContain('No space left to write')
      expect(err).toContain('/program/errors/disk-full.md')
      expect(err).not.toContain('bug')
    }
    expect(told(full).err).toContain('/some/file')
  })
  test.each(['ENOTDIR', 'EEXIST'])('of a file where a folder is needed (%s) says so', (code) => {
    const { code: exit, err } = told(
      Object.assign(new Error(`${code}: mkdir`), { code, syscall: 'mkdir', path: '/a/.harness/run' }),
    )
    expect(exit).toBe(1)
    expect(err).toContain('/a/.harness/run cannot be used')
    expect(err).toContain('A file stands where a folder is needed')
  })
  test.each(['EACCES', 'EROFS'])('of the system (%s) names the path and is no bug', (code) => {
    const refused = Object.assign(new Error(`${code}: refused, open`), {
      code,
      syscall: 'open',
      path: '/a/b',
    })
    const { code: exit, err } = told(refused)
    expect(exit).toBe(1)
    expect(err).toContain('/a/b cannot be used')
    expect(err).toContain('/program/errors/disk-failed.md')
    expect(err).not.toContain('bug')
  })
  test('with --json is an object on standard output', () => {
    const { code, out, err } = told(mistake, { json: true })
    expect(code).toBe(11)
    expect(err).toBe('')
    expect(JSON.parse(out)).toEqual({
      ok: false,
      error: {
        code: 'run-held',
        message: 'Held by 7.',
        next: 'harness stop 7',
        docs: '/program/errors/run-held.md',
        exitCode: 11,
      },
    })
  })
  test('of ours says so, and that the journal is kept', () => {
    const { code, err } = told(new InvariantError('x'))
    expect(code).toBe(exitCode.halted)
    expect(err).toContain('This is a bug in harness')
    expect(err).toContain('Nothing that was journaled is lost')
    expect(err).not.toContain('report-error.test.ts')
  })
  test('shows stacks and causes only with --debug', () => {
    const { err } = told(new UserError('x', 'x', { next: 'y', cause: new Error('deeper') }), { debug: true })
    expect(err).toContain('report-error.test.ts')
    expect(err).toContain('caused by: Error: deeper')
  })
})
