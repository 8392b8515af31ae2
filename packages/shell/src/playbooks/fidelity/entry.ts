/** Owns how the engine finds the audit. The registration is loaded only when it is asked for. */
import { fidelityIdentity } from '@harness/core/playbooks/fidelity/identity'
import { type AnyRegistration, anyRegistration } from '../../engine/registration.ts'
import type { RegistryEntry } from '../../engine/registry.ts'

export const fidelityEntry: RegistryEntry<AnyRegistration> = {
  identity: fidelityIdentity,
  from: 'the harness',
  load: async () => anyRegistration((await import('./registration.ts')).fidelityRegistration),
}
