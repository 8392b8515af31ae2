/** Owns which playbooks the engine knows: one line each. A registration is loaded only when it is asked for. */
import { deliveryIdentity } from '@harness/core/playbooks/delivery/identity'
import { handbookIdentity } from '@harness/core/playbooks/handbook/identity'
import { generationIdentity } from '@harness/core/playbooks/handbook-generation/identity'
import { missionIdentity } from '@harness/core/playbooks/mission/identity'
import { type AnyRegistration, anyRegistration } from '../engine/registration.ts'
import { type RegistryEntry, registryOf } from '../engine/registry.ts'

const from = 'the harness'

const builtInPlaybooks: readonly RegistryEntry<AnyRegistration>[] = [
  {
    identity: deliveryIdentity,
    from,
    load: async () => anyRegistration((await import('./delivery/registration.ts')).deliveryRegistration),
  },
  {
    identity: generationIdentity,
    from,
    load: async () =>
      anyRegistration((await import('./handbook-generation/registration.ts')).generationRegistration),
  },
  {
    identity: handbookIdentity,
    from,
    load: async () => anyRegistration((await import('./handbook/registration.ts')).handbookRegistration),
  },
  {
    identity: missionIdentity,
    from,
    load: async () => anyRegistration((await import('./mission/registration.ts')).missionRegistration),
  },
]

export const registeredPlaybooks = registryOf(builtInPlaybooks)
