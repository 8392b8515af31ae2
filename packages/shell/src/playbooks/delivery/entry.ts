/** Owns how the engine finds a delivery. The registration is loaded only when it is asked for. */
import { deliveryIdentity } from '@harness/core/playbooks/delivery/identity'
import { type AnyRegistration, anyRegistration } from '../../engine/registration.ts'
import type { RegistryEntry } from '../../engine/registry.ts'

export const deliveryEntry: RegistryEntry<AnyRegistration> = {
  identity: deliveryIdentity,
  from: 'the harness',
  load: async () => anyRegistration((await import('./registration.ts')).deliveryRegistration),
}
