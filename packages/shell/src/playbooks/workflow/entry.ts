/** Owns how the engine finds a workflow. The registration is loaded only when it is asked for. */
import { workflowIdentity } from '@harness/core/playbooks/workflow/identity'
import { type AnyRegistration, anyRegistration } from '../../engine/registration.ts'
import type { RegistryEntry } from '../../engine/registry.ts'

export const workflowEntry: RegistryEntry<AnyRegistration> = {
  identity: workflowIdentity,
  from: 'the harness',
  load: async () => anyRegistration((await import('./registration.ts')).workflowRegistration),
}
