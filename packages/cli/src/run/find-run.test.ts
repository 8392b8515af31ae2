import { UserError } from '@harness/core/kernel/user-error'
import type { KnownRun } from '@harness/shell/store/port/run-store'
import { describe, expect, test } from 'vitest'
import { pickRun, runName } from './find-run.ts'

const run = (subject: string, runId: string): KnownRun => ({
  subject,
  runId,
  summary: null,
})

// Newest first, as a store lists them.
const runs = [
  run('0007', '20261116-120500'),
  run('0008', '20261116-120000'),
  run('0007', '20261115-090000'),
  run('0012', '20261115-090000'),
]

const picked = (named: string): string => runName(pickRun(runs, named))
const refusal = (named: string): UserError => {
  try {
    pickRun(runs, named)
  } catch (error) {
    if (error instanceof UserError) return error
    throw error
  }
  throw new Error(`${named} was found`)
}

describe('naming a run', () => {
  test('a run id names it', () => expect(picked('20261116-120000')).toBe('0008-20261116-120000'))
  test('<plan>-<run id> names it', () => expect(picked('0012-20261115-090000')).toBe('0012-20261115-090000'))
  test('a plan id names its latest run', () => expect(picked('0007')).toBe('0007-20261116-120500'))
  test('and so does its number', () => expect(picked('7')).toBe('0007-20261116-120500'))
  test('a beginning that only one run has names it', () => {
    expect(picked('0007-20261115')).toBe('0007-20261115-090000')
    expect(picked('20261116-1205')).toBe('0007-20261116-120500')
  })
  test('a beginning of one plan’s id names its latest run', () =>
    expect(picked('001')).toBe('0012-20261115-090000'))
  test('a run id that two plans share is refused with both', () => {
    const { code, message, exitCode } = refusal('20261115-090000')
    expect(code).toBe('run-ambiguous')
    expect(exitCode).toBe(2)
    expect(message).toContain('0007-20261115-090000')
    expect(message).toContain('0012-20261115-090000')
  })
  test('a beginning that several share is refused with them', () =>
    expect(refusal('000').message).toContain('3 runs'))
  test('an unknown run is refused with the nearest and the latest', () => {
    const { code, message } = refusal('0070')
    expect(code).toBe('run-unknown')
    expect(message).toContain('Did you mean 0007?')
    expect(message).toContain('0007-20261116-120500')
  })
  test('an id is not taken for another one with another digit', () => {
    for (const id of ['0009', '0002', '20261115-090001', '0009-20261115-090000'])
      expect(refusal(id).message).not.toContain('Did you mean')
  })
  test('if nothing was run, the error says so', () => {
    expect(() => pickRun([], 'x')).toThrow('nothing was run here yet')
  })
})
