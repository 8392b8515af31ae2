/** Owns which roles there are, of all playbooks: what each may do, by which model, and in which form it answers. */

import type { AgentMode, ModelTier } from '../kernel/agent.ts'
import { defaultTiers, deliveryRoles, roleDuties } from '../playbooks/delivery/input.ts'
import { handbookDuties, handbookRoles } from '../playbooks/handbook/input.ts'
import { plannerDuties, plannerRole } from '../playbooks/handbook-generation/input.ts'
import { missionDuties, missionRoles } from '../playbooks/mission/input.ts'

export interface KnownRole {
  readonly role: string
  readonly mode: AgentMode
  /** Null if any text will do. */
  readonly contract: string | null
  /** Where the config does not say otherwise. */
  readonly tier: ModelTier
}

export const knownRoles: readonly KnownRole[] = [
  ...deliveryRoles.map((role) => ({ role, ...roleDuties[role], tier: defaultTiers[role] })),
  { role: plannerRole, ...plannerDuties },
  ...handbookRoles.map((role) => ({ role, ...handbookDuties[role] })),
  ...missionRoles.map((role) => ({ role, ...missionDuties[role] })),
]
