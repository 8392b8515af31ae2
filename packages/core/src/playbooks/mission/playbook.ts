import { definePlaybook } from '../../kernel/playbook.ts'
import { playbookVersions } from '../playbook-versions.ts'
import { decide } from './decide.ts'
import type { Command } from './effects.ts'
import { evolve } from './evolve.ts'
import { initialState } from './initial-state.ts'
import type { MissionInput } from './input.ts'
import type { MissionState } from './state.ts'

/** A spec becomes a feature queue, and the queue a product: plan → review → work ⇄ validate → merge → done. */
export const mission = definePlaybook<MissionInput, MissionState, Command>({
  name: 'mission',
  version: playbookVersions.mission,
  initialState,
  decide,
  evolve,
})
