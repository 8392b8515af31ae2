/** Owns how the engine finds an autopilot. The registration is loaded only when it is asked for. */
import { autopilotIdentity } from '@harness/core/playbooks/autopilot/identity'
import { type AnyRegistration, anyRegistration } from '../../engine/registration.ts'
import type { RegistryEntry } from '../../engine/registry.ts'

export const autopilotEntry: RegistryEntry<AnyRegistration> = {
  identity: autopilotIdentity,
  from: 'the harness',
  load: async () => anyRegistration((await import('./registration.ts')).autopilotRegistration),
}
