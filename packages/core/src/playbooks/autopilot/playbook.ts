/** A spec of several phases goes through plan, approve, execute, verify and review, phase by phase. */
import type { RunEnd } from '../../kernel/event.ts'
import { isGranted } from '../../kernel/gate-answer.ts'
import { definePlaybook, type Playbook } from '../../kernel/playbook.ts'
import { liftStop } from '../../work/attempts.ts'
import { baseFirst } from '../../work/base-first.ts'
import { judgedTests } from '../../work/judged-tests.ts'
import { decideIn, evolveIn, type Rooms } from '../../work/rooms.ts'
import { evolveRun } from '../../work/run-state.ts'
import { deliveringRooms } from './delivering.ts'
import type { Command, Outcome } from './effects.ts'
import { givenUp } from './endings.ts'
import { executingRooms } from './executing.ts'
import { autopilotIdentity } from './identity.ts'
import type { AutopilotInput } from './input.ts'
import { judgingRooms } from './judging.ts'
import { recordAnswer } from './moves.ts'
import { planningRooms } from './planning.ts'
import { startingRooms } from './starting.ts'
import { type AutopilotState, go, newSession } from './state.ts'

const rooms: Rooms<AutopilotState, Command> = {
  ...startingRooms,
  ...planningRooms,
  ...executingRooms,
  ...judgingRooms,
  ...deliveringRooms,
}

const rooming: Playbook<AutopilotInput, AutopilotState, Command> = definePlaybook({
  ...autopilotIdentity,
  initialState: newSession,
  decide: (state: AutopilotState) => decideIn(rooms, state),
  evolve: (state, event) =>
    evolveRun<AutopilotState, Outcome>(
      state,
      event,
      {
        resumed: (before, { at }) => reopened({ ...liftStop(before), updatedAt: at }),
        givenUp: (before) => go(before, { phase: 'over', result: { how: 'abandoned' } }),
      },
      (before, outcome) =>
        evolveIn(rooms, { ...before, updatedAt: outcome.at }, outcome, (tried, answer) => {
          const isRetried = isGranted(answer)
          const told = recordAnswer(tried, isRetried ? 'retried' : 'stopped', answer)
          return isRetried ? told : go(told, { phase: 'stopped', back: told.at })
        }),
    ),
})

/** A person stopped the run at a gate: it opens again. */
const reopened = (state: AutopilotState): AutopilotState =>
  state.at.phase === 'stopped' ? go(state, state.at.back) : state

const judged = judgedTests(rooming, {
  // An agent wrote the plan: only the spec can call for fewer or weaker tests.
  words: ({ spec }) => spec.text,
})

export const autopilotPlaybook = baseFirst(judged, {
  settings: (input) => input,
  givenUp: abandoned,
  answered: (state, answer) => recordAnswer(state, `red base: ${answer.choice}`, answer),
})

/** The branch holds nothing yet, and goes with its lane. */
function abandoned(state: AutopilotState, by: string, why: string): RunEnd | null {
  const end = givenUp(state, by, why)
  return end && { ...end, next: `Fix the base, then start again: harness autopilot ${state.input.specPath}` }
}
