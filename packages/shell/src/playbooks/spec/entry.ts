/** Owns how the engine finds the making of a spec. The registration is loaded only when it is asked for. */
import { specIdentity } from '@harness/core/playbooks/spec/identity'
import { type AnyRegistration, anyRegistration } from '../../engine/registration.ts'
import type { RegistryEntry } from '../../engine/registry.ts'

export const specEntry: RegistryEntry<AnyRegistration> = {
  identity: specIdentity,
  from: 'the harness',
  load: async () => anyRegistration((await import('./registration.ts')).specRegistration),
}
