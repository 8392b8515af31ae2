import type { PlaybookIdentity } from '@harness/core/kernel/playbook-identity'
import { describe, expect, it } from 'vitest'
import { registryOf } from './registry.ts'

const entry = (name: string, from: string, role: string) => {
  const roles = [{ role, mode: 'review', contract: null, tier: 'advisor' }] as const
  const identity: PlaybookIdentity = { name, version: 1, roles }
  return { identity, from, load: async () => `${name} of ${from}` }
}

describe('a registry of playbooks', () => {
  it('finds a playbook by its name, and knows all roles', async () => {
    const registry = registryOf([
      entry('delivery', 'the harness', 'worker'),
      entry('spike', 'harness.config.ts', 'judge'),
    ])
    expect(await registry.named('spike')?.load()).toBe('spike of harness.config.ts')
    expect(registry.named('other')).toBeNull()
    expect(registry.roles.map(({ role }) => role)).toEqual(['worker', 'judge'])
  })

  it('refuses two playbooks of one name, and names both', () => {
    const both = [entry('spike', 'the harness', 'a'), entry('spike', 'harness.config.ts', 'b')]
    expect(() => registryOf(both)).toThrow(
      expect.objectContaining({
        code: 'playbook-name-taken',
        message: 'Two playbooks are called "spike": one of the harness, one of harness.config.ts.',
        next: 'Rename the playbook of harness.config.ts.',
      }),
    )
  })
})
