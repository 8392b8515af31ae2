/** Owns how the engine finds the release gate. The registration is loaded only when it is asked for. */
import { releaseIdentity } from '@harness/core/playbooks/release/identity'
import { type AnyRegistration, anyRegistration } from '../../engine/registration.ts'
import type { RegistryEntry } from '../../engine/registry.ts'

export const releaseEntry: RegistryEntry<AnyRegistration> = {
  identity: releaseIdentity,
  from: 'the harness',
  load: async () => anyRegistration((await import('./registration.ts')).releaseRegistration),
}
