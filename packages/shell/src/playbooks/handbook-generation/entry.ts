/** Owns how the engine finds the generation of a handbook. The registration is loaded only when it is asked for. */
import { generationIdentity } from '@harness/core/playbooks/handbook-generation/identity'
import { type AnyRegistration, anyRegistration } from '../../engine/registration.ts'
import type { RegistryEntry } from '../../engine/registry.ts'

export const generationEntry: RegistryEntry<AnyRegistration> = {
  identity: generationIdentity,
  from: 'the harness',
  load: async () => anyRegistration((await import('./registration.ts')).generationRegistration),
}
