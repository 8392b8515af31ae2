/** Owns how the engine finds site-reverse. The registration is loaded only when it is asked for. */
import { siteReverseIdentity } from '@harness/core/playbooks/site-reverse/identity'
import { type AnyRegistration, anyRegistration } from '../../engine/registration.ts'
import type { RegistryEntry } from '../../engine/registry.ts'

export const siteReverseEntry: RegistryEntry<AnyRegistration> = {
  identity: siteReverseIdentity,
  from: 'the harness',
  load: async () => anyRegistration((await import('./registration.ts')).siteReverseRegistration),
}
