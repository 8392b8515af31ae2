import { exitCode } from '@harness/core/exit-code'
import { InvariantError } from '@harness/core/invariant'
import { UserError } from '@harness/core/user-error'
import { stripControl } from '@harness/shell/redaction/strip-control'
import { describe, expect, test } from 'vitest'
import { tellError } from './report-error.ts'
import { fakeTerminal } from './test-support/fake-terminal.ts'

function told(error: unknown, options: { json?: boolean; debug?: boolean } = {}) {
  const fake = fakeTerminal()
  const code = tellError(error, fake.terminal, { json: false, debug: false, clean: stripControl, ...options })
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
      err: 'error: Held by 7.\nnext:  harness stop 7\nmore:  docs/errors/run-held.md\n',
    })
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
        docs: 'docs/errors/run-held.md',
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
