/** Makes the playbook of a spec: idea → questions → draft → critic → documents that a workflow takes over. */
import { definePlaybook } from '../../kernel/playbook.ts'
import { decide } from './decide.ts'
import type { Command } from './effects.ts'
import { evolve } from './evolve.ts'
import { specIdentity } from './identity.ts'
import type { SpecInput } from './input.ts'
import { initialState, type SpecState } from './state.ts'
import type { SpecVoice } from './words.ts'

export const specPlaybook = (voice: SpecVoice) =>
  definePlaybook<SpecInput, SpecState, Command>({
    ...specIdentity,
    initialState: initialState(voice),
    decide: decide(voice),
    evolve: evolve(voice),
  })
