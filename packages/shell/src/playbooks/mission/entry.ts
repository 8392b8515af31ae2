/** Owns how the engine finds a mission. The registration is loaded only when it is asked for. */
import { missionIdentity } from '@harness/core/playbooks/mission/state/identity'
import { type AnyRegistration, anyRegistration } from '../../engine/registration.ts'
import type { RegistryEntry } from '../../engine/registry.ts'

export const missionEntry: RegistryEntry<AnyRegistration> = {
  identity: missionIdentity,
  from: 'the harness',
  load: async () => anyRegistration((await import('./registration.ts')).missionRegistration),
}
