/** Owns how the engine finds a handbook. The registration is loaded only when it is asked for. */
import { handbookIdentity } from '@harness/core/playbooks/handbook/identity'
import { type AnyRegistration, anyRegistration } from '../../engine/registration.ts'
import type { RegistryEntry } from '../../engine/registry.ts'

export const handbookEntry: RegistryEntry<AnyRegistration> = {
  identity: handbookIdentity,
  from: 'the harness',
  load: async () => anyRegistration((await import('./registration.ts')).handbookRegistration),
}
