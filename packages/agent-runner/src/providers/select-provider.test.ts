import type { ProviderName } from '@harness/core/provider-name'
import { UserError } from '@harness/core/user-error'
import { expect, test } from 'vitest'
import { runInLane } from '../test-support/run-in-lane.ts'
import { selectProvider } from './select-provider.ts'

const scripted = { script: { rules: [] }, runInLane, now: Date.now }

function refusalOf(name: string, options = { scripted }): UserError {
  try {
    selectProvider(name as ProviderName, options)
  } catch (error) {
    if (error instanceof UserError) return error
    throw error
  }
  throw new Error(`${name} was accepted`)
}

test('AG-01 the name alone chooses the provider', () => {
  expect(selectProvider('scripted', { scripted }).name).toBe('scripted')
})

test.each(['claude', 'codex'])(
  'AG-01 %s is known and not in this version: the error names what is',
  (name) => {
    const refusal = refusalOf(name)
    expect(refusal.code).toBe('provider-unavailable')
    expect(refusal.message).toContain(name)
    expect(refusal.next).toContain('scripted')
  },
)

test('AG-01 an unknown provider that came past the schema is refused, with the names there are', () => {
  const refusal = refusalOf('gemini')
  expect(refusal.code).toBe('provider-unknown')
  expect(refusal.message).toContain('"gemini"')
  expect(refusal.next).toContain('scripted, claude, codex')
})

test('AG-01 the scripted provider without a script says which setting is missing', () => {
  expect(() => selectProvider('scripted', { scripted: null })).toThrow(
    expect.objectContaining({ code: 'script-missing', next: expect.stringContaining('agent.script') }),
  )
})
