import { definePlaybook } from '../../kernel/playbook.ts'
import { decide } from './decide.ts'
import type { Command } from './effects.ts'
import { evolve } from './evolve.ts'
import { deliveryIdentity } from './identity.ts'
import type { DeliveryInput } from './input.ts'
import { type DeliveryState, initialState } from './state.ts'

/** A plan file becomes a merged change: implement → checks → review ⇄ fix → preflight → pull request → merge. */
export const delivery = definePlaybook<DeliveryInput, DeliveryState, Command>({
  ...deliveryIdentity,
  initialState,
  decide,
  evolve,
})
