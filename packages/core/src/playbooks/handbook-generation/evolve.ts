/** How each event changes the generation of a handbook. Pure and total: what means nothing here changes nothing. */

import type { DocumentsEdited } from '../../effects/edit-documents.ts'
import { isExhausted } from '../../kernel/retry-budget.ts'
import { failed, recovered, spend } from '../../kernel/retrying.ts'
import { unattended } from '../../kernel/unattended.ts'
import { haltWith, liftStop } from '../../work/attempts.ts'
import { laneAt } from '../../work/lane.ts'
import { evolveRun } from '../../work/run-state.ts'
import { nextAfter, writtenFiles } from './documents.ts'
import type { AgentFinished, Event, Outcome } from './effects.ts'
import { blockedBy } from './given-up.ts'
import { type GenerationState, type Planning, shared, type Writing } from './state.ts'

export const evolve = (state: GenerationState, event: Event): GenerationState =>
  evolveRun<GenerationState, Outcome>(
    state,
    event,
    { resumed: (before) => liftStop(before), givenUp: blockedBy },
    ended,
  )

function ended(state: GenerationState, event: Outcome): GenerationState {
  switch (event.type) {
    case 'LaneOpened':
      return state.phase === 'open' ? { ...shared(state), phase: 'plan', lane: laneAt(event) } : state
    case 'AgentFinished':
      return state.phase === 'plan' ? planned(recovered(state), event) : state
    case 'AgentFailed':
      return unattended(failed(state, event))
    case 'ContractBroken':
      return state.phase === 'plan' ? again(state, event.problems) : state
    case 'DocumentsEdited':
      return state.phase === 'write' ? written(state, event) : state
    case 'LaneClosed':
      return state.phase === 'close' ? { ...shared(state), phase: 'over', files: state.files } : state
    case 'TimerFired':
      return { ...state, hurdle: null }
    case 'CommandFailed':
      return haltWith(state, event)
    default:
      return state
  }
}

/** A plan with mistakes goes back to the planner. Any other refusal is for a person. */
function written(state: Writing, { refused: [refused] }: DocumentsEdited): GenerationState {
  if (refused === undefined)
    return { ...shared(state), phase: 'close', lane: state.lane, files: writtenFiles, problems: [] }
  if (refused.reason === 'invalid') return again(state, refused.problems)
  return haltWith(state, { detail: refused.detail, next: nextAfter(refused) })
}

/** A planner that changed files has not kept to its role, so its plan is void. */
function planned(state: Planning, { answer, violation }: AgentFinished): GenerationState {
  if (violation !== null)
    return again(state, [`You changed ${violation.files.join(', ')}. Only read, and answer with the plan.`])
  return answer.kind === 'handbook-plan'
    ? { ...shared(state), phase: 'write', lane: state.lane, plan: answer.plan }
    : again(state, ['The answer was no plan.'])
}

/** Asked once more with what was wrong, while that may still help. */
function again(state: Planning | Writing, problems: readonly string[]): GenerationState {
  const { lane } = state
  return isExhausted(state.retries.draft)
    ? { ...shared(state), problems, phase: 'close', lane, files: null }
    : { ...shared(spend(state, 'draft')), problems, phase: 'plan', lane }
}
