import { describe, expect, it } from 'vitest'
import type { AnyEvent } from './effect.ts'
import type { RunEnd, RunResumed } from './event.ts'
import { isUnconfinedTold, unconfinedAfter, withSandboxTold } from './unconfined.ts'

const resumed = (more: Partial<RunResumed> = {}): AnyEvent => ({
  type: 'RunResumed',
  at: 1,
  until: null,
  ...more,
})
const end: RunEnd = {
  outcome: 'done',
  exitCode: 0,
  reason: '',
  next: '',
  resumable: false,
  report: '# Done\n',
}

describe('TR-02 whether a sandbox held a run', () => {
  it.each([
    ['always', [{ confined: true }, { confined: true }], false],
    ['not at first', [{ confined: false }, { confined: true }], true],
    ['not at last', [{ confined: true }, { confined: false }], true],
    ['nobody said it', [{}], true],
  ])('%s', (_name, starts, unconfined) => {
    expect(starts.map(resumed).reduce(unconfinedAfter, false)).toBe(unconfined)
  })

  it('is the last section of the report if not', () => {
    expect(withSandboxTold(end, true).report).toMatch(/^# Done\n\n## Sandbox\n\nUnconfined: /)
    expect(withSandboxTold({ ...end, report: '' }, true).report).toMatch(/^## Sandbox/)
    expect(withSandboxTold(end, false)).toEqual(end)
    expect([true, false].map((unconfined) => isUnconfinedTold(withSandboxTold(end, unconfined)))).toEqual([
      true,
      false,
    ])
  })
})
