import { definePlaybook, type Playbook } from '../../kernel/playbook.ts'
import { languageAfter } from '../../work/voice.ts'
import { decideWith } from './decide.ts'
import type { Command, Event } from './effects.ts'
import { evolve } from './evolve.ts'
import { workflowIdentity } from './identity.ts'
import type { WorkflowInput } from './input.ts'
import { newSession, type WorkflowState } from './state.ts'
import type { WorkflowVoice } from './words.ts'

/** One task goes through plan → generate → verify → evaluate. `voice` is what it says to people. */
export const workflowPlaybook = (voice: WorkflowVoice): Playbook<WorkflowInput, WorkflowState, Command> =>
  definePlaybook<WorkflowInput, WorkflowState, Command>({
    ...workflowIdentity,
    initialState: newSession,
    decide: decideWith(voice),
    evolve: (state, event) => evolve(heard(voice, state, event), event),
  })

const heard = (voice: WorkflowVoice, state: WorkflowState, event: Event): WorkflowState =>
  event.type === 'GateAnswered'
    ? { ...state, userLang: languageAfter(voice, event.answer, state.userLang) }
    : state
