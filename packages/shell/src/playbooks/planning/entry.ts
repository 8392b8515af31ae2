/** Owns how the engine finds planning. The registration is loaded only when it is asked for. */
import { planningIdentity } from '@harness/core/playbooks/planning/identity'
import { type AnyRegistration, anyRegistration } from '../../engine/registration.ts'
import type { RegistryEntry } from '../../engine/registry.ts'

export const planningEntry: RegistryEntry<AnyRegistration> = {
  identity: planningIdentity,
  from: 'the harness',
  load: async () => anyRegistration((await import('./registration.ts')).planningRegistration),
}
