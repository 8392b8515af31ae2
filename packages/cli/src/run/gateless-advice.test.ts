import { expect, it } from 'vitest'
import { gatelessAdvice } from './gateless-advice.ts'

it('DL-06 a run that asks nothing: stop it first, it is over, or look', () => {
  expect(gatelessAdvice('handbook', true, 'working')).toContain('stop it first: harness stop handbook')
  expect(gatelessAdvice('handbook', false, 'halted')).toContain('It is over')
  expect(gatelessAdvice('handbook', false, undefined)).toBe('See how it stands: harness show handbook')
  expect(gatelessAdvice('handbook', false, 'paused')).toBe('See how it stands: harness show handbook')
})
