import { expect, it } from 'vitest'
import { beginCommand } from './run-subject.ts'

it('DL-13 the command that begins a run is the one that a person types', () => {
  expect(beginCommand('0007')).toBe('harness run 0007')
  expect(beginCommand('mission')).toBe('harness mission')
  expect(beginCommand('daemon')).toBe('harness daemon start')
})
