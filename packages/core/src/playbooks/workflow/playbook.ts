import { definePlaybook, type Playbook } from '../../kernel/playbook.ts'
import { decideWith } from './decide.ts'
import type { Command, Event } from './effects.ts'
import { evolve } from './evolve.ts'
import { workflowIdentity } from './identity.ts'
import type { WorkflowInput } from './input.ts'
import { newSession, type WorkflowState } from './state.ts'
import { isLanguage, type Voice } from './words.ts'

/** One task goes through plan → generate → verify → evaluate. `voice` is what it says to people. */
export const workflowPlaybook = (voice: Voice): Playbook<WorkflowInput, WorkflowState, Command> =>
  definePlaybook<WorkflowInput, WorkflowState, Command>({
    ...workflowIdentity,
    initialState: newSession,
    decide: decideWith(voice),
    evolve: (state, event) => evolve(heard(voice, state, event), event),
  })

/** People are answered in the language of their latest words. */
function heard({ languageOf }: Voice, state: WorkflowState, event: Event): WorkflowState {
  if (event.type !== 'GateAnswered' || event.answer.reason.trim() === '') return state
  const language = languageOf(event.answer.reason)
  return language !== null && isLanguage(language) && language !== state.userLang
    ? { ...state, userLang: language }
    : state
}
