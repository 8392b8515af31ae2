import { definePlaybook } from '../../kernel/playbook.ts'
import { decide } from './decide.ts'
import type { Command } from './effects.ts'
import { evolve } from './evolve.ts'
import { generationIdentity } from './identity.ts'
import type { GenerationInput } from './input.ts'
import { type GenerationState, initialState } from './state.ts'

/** A handbook is made from PRODUCT.md and the code: plan → lint → write, and plan again if the linter objects. */
export const handbookGeneration = definePlaybook<GenerationInput, GenerationState, Command>({
  ...generationIdentity,
  initialState,
  decide,
  evolve,
})
