import { definePlaybook, type Playbook } from '../../kernel/playbook.ts'
import { baseFirst } from '../../work/base-first.ts'
import type { BaseSettings } from '../../work/base-first-state.ts'
import { hasPassed } from '../../work/check-summary.ts'
import { judgedTests } from '../../work/judged-tests.ts'
import { projectChecks } from '../../work/project-checks.ts'
import { languageAfter } from '../../work/voice.ts'
import { decideWith } from './decide.ts'
import type { Command, Event } from './effects.ts'
import { givenUp } from './endings.ts'
import { evolve } from './evolve.ts'
import { workflowIdentity } from './identity.ts'
import type { WorkflowInput } from './input.ts'
import { newSession, type WorkflowState } from './state.ts'
import type { WorkflowVoice } from './words.ts'

/** One task goes through plan → generate → verify → evaluate. `voice` is what it says to people. */
export const workflowPlaybook = (voice: WorkflowVoice): Playbook<WorkflowInput, WorkflowState, Command> =>
  baseFirst(
    judgedTests(
      definePlaybook<WorkflowInput, WorkflowState, Command>({
        ...workflowIdentity,
        initialState: newSession,
        decide: decideWith(voice),
        evolve: (state, event) => evolve(heard(voice, state, event), event),
      }),
      { words: ({ input }) => input.task, isFine: hasPassed },
    ),
    { settings, givenUp, isFine: hasPassed },
  )

/** In place there is only one lane: nothing can work beside its agent. */
const settings = (input: WorkflowInput): BaseSettings => ({
  runId: input.runId,
  baseBranch: input.baseBranch,
  checks: projectChecks(input),
  baseCheck: input.inPlace && input.baseCheck === 'beside' ? 'before' : input.baseCheck,
})

const heard = (voice: WorkflowVoice, state: WorkflowState, event: Event): WorkflowState =>
  event.type === 'GateAnswered'
    ? { ...state, userLang: languageAfter(voice, event.answer, state.userLang) }
    : state
