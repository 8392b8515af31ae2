import type { ProviderName } from '@harness/core/kernel/provider-name'
import { UserError } from '@harness/core/kernel/user-error'
import { expect, test } from 'vitest'
import { endTree } from '../test-support/end-tree.ts'
import { runInLane } from '../test-support/run-in-lane.ts'
import { machineOptions } from './machine-options.ts'
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

test.each(['claude', 'codex'])('AG-01 %s is refused if the caller brings nothing for it', (name) => {
  const refusal = refusalOf(name)
  expect(refusal.code).toBe('provider-unavailable')
  expect(refusal.message).toContain(name)
  expect(refusal.next).toContain('scripted')
})

test.each(['claude', 'codex'] as const)('AG-02 %s is looked for when it is chosen, not before', (name) => {
  const real = machineOptions({
    env: {},
    folders: ['/no/such/place'],
    acp: null,
    sandbox: null,
    endTree,
    now: Date.now,
  })
  expect(selectProvider('scripted', { scripted, ...real }).name).toBe('scripted')
  expect(() => selectProvider(name, { scripted, ...real })).toThrow(
    expect.objectContaining({
      code: 'provider-not-installed',
      next: expect.stringContaining('harness agents install'),
    }),
  )
})

test('AG-07 of the environment a provider gets the variables of its own log-in and no others', () => {
  const env = { ANTHROPIC_API_KEY: 'a', CODEX_API_KEY: 'c', GITHUB_TOKEN: 'g', HOME: '/home/a' }
  const { claude, codex } = machineOptions({
    env,
    folders: [],
    acp: null,
    sandbox: null,
    endTree,
    now: Date.now,
  })
  expect(claude.login).toEqual({ ANTHROPIC_API_KEY: 'a' })
  expect(codex.login).toEqual({ CODEX_API_KEY: 'c' })
})

test('AG-01 an unknown provider that came past the schema is refused, with the names there are', () => {
  const refusal = refusalOf('gemini')
  expect(refusal.code).toBe('provider-unknown')
  expect(refusal.message).toContain('"gemini"')
  expect(refusal.next).toContain('scripted, claude, codex, acp')
})

test('AG-21 the provider acp is refused without a command, and if its program is missing', () => {
  expect(() => selectProvider('acp', { scripted, acp: null })).toThrow(
    expect.objectContaining({
      code: 'acp-command-missing',
      next: expect.stringContaining('agent.acp.command'),
    }),
  )
  const agent = {
    command: ['no-such-agent'],
    env: [],
    hosts: [],
    files: [],
    sessions: [],
    auth: null,
    modes: {},
  } as const
  const machine = {
    env: { PATH: '/usr/bin' },
    folders: [],
    acp: agent,
    sandbox: null,
    endTree,
    now: Date.now,
  }
  expect(() => selectProvider('acp', { scripted, ...machineOptions(machine) })).toThrow(
    expect.objectContaining({
      code: 'provider-not-installed',
      message: expect.stringContaining('no-such-agent, which is missing'),
    }),
  )
})

test('AG-01 the scripted provider without a script says which setting is missing', () => {
  expect(() => selectProvider('scripted', { scripted: null })).toThrow(
    expect.objectContaining({ code: 'script-missing', next: expect.stringContaining('agent.script') }),
  )
})
