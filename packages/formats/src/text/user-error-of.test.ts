import { expect, it } from 'vitest'
import { userErrorOf } from './user-error-of.ts'

it('QA-03 tells every mistake with its place, and what to do next', () => {
  const problem = {
    file: 'harness.config.json',
    line: 3,
    column: 5,
    field: 'planDirr',
    expected: 'x',
    found: 'y',
    hint: 'z',
  }
  const error = userErrorOf('config', [
    problem,
    { ...problem, line: null, column: null, field: null, hint: null },
  ])
  expect(error.message).toBe(
    'The configuration has 2 mistakes:\n  harness.config.json:3:5 planDirr: expected x, found y; z\n  harness.config.json: expected x, found y',
  )
  expect(error).toMatchObject({
    code: 'config-invalid',
    exitCode: 2,
    next: 'Correct harness.config.json, then check again with: harness config',
  })
})
