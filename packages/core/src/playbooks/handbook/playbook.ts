import { definePlaybook } from '../../kernel/playbook.ts'
import { decide } from './decide.ts'
import type { Command } from './effects.ts'
import { evolve } from './evolve.ts'
import { handbookIdentity } from './identity.ts'
import type { HandbookInput } from './input.ts'
import { type HandbookState, initialState } from './state.ts'

/** A checkbox handbook is driven to completion: read → dispatch → judge → tick, phase after phase. */
export const handbook = definePlaybook<HandbookInput, HandbookState, Command>({
  ...handbookIdentity,
  initialState,
  decide,
  evolve,
})
