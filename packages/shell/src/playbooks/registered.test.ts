import { expect, it } from 'vitest'
import { registeredPlaybooks } from './registered.ts'

it.each(registeredPlaybooks.entries)('$identity.name is registered as what it loads', async (entry) => {
  const { playbook, roles } = await entry.load()
  const { name, version, upcasts } = playbook
  expect({ name, version, upcasts, roles }).toEqual({ upcasts: undefined, ...entry.identity })
})
