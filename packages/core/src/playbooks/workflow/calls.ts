/** Owns the calls of a workflow's agents: each works on what the main lane holds, with the model of its grade. */
import type { OpenLane } from '../../effects/open-lane.ts'
import type { ModelTier } from '../../kernel/agent.ts'
import { asLaneName } from '../../kernel/ids.ts'
import type { Decision } from '../../kernel/playbook.ts'
import { agentCall, calledRole } from '../../work/agent-call.ts'
import { nextId } from '../../work/dispatch.ts'
import type { LineAnswer } from '../../work/first-line.ts'
import { laneOf } from '../../work/lane.ts'
import { type Grade, gradeOf, modelsOf } from '../../work/model-presets.ts'
import { decideSeats } from '../../work/seats.ts'
import { ownPlaces } from './artifacts.ts'
import type { Command, RunAgent } from './effects.ts'
import { seatEnd } from './endings.ts'
import { slicesFor } from './envelopes.ts'
import { workflowIdentity } from './identity.ts'
import type { WorkName, WorkSeat } from './seats.ts'
import { type In, pathIn, type WorkflowState } from './state.ts'
import type { Words } from './words.ts'

export const workOn = (state: WorkflowState, { work, seats }: In<'work'>, words: Words): Decision<Command> =>
  decideSeats(seats, {
    // In place a judge works apart: the documents and the records of the run are in the checkout.
    isApart: work === 'evaluate' && state.input.inPlace,
    idFor: (phase, subject) => nextId(state, phase, subject),
    laneFor: (seat) => sideLane(state, work, seat),
    call: (seat) => callSeat(state, work, seat),
    endOf: (seat) => seatEnd(state, seat, words),
  })

/** It starts from what the main lane holds. An evaluator runs the tests, so that it needs what is installed. */
const sideLane = (
  state: WorkflowState,
  work: WorkName,
  { subject }: WorkSeat,
): Omit<OpenLane, 'type' | 'id'> => ({
  lane: asLaneName(`workflow-${state.input.slug}-${subject}`),
  branch: `harness/${state.input.slug}-${subject}`,
  baseBranch: laneOf(state).branch,
  ...(work === 'evaluate' ? { copiesIgnored: { except: ownPlaces(state.input.docsPath) } } : {}),
})

function callSeat(state: WorkflowState, work: WorkName, seat: WorkSeat): RunAgent {
  const { input } = state
  const main = laneOf(state)
  const role = calledRole(workflowIdentity, seat.role, input.roles)
  return agentCall<LineAnswer>({
    ...role,
    id: nextId(state, work, seat.subject),
    lane: { ...main, lane: (seat.lane ?? main).lane },
    slices: slicesFor(state, work, seat),
    commitMessage: work === 'implement' ? `Implement round ${state.round}` : null,
    document: seat.artifact === null ? null : pathIn(state, seat.artifact),
    models: modelsOf(input.models, gradeFor(state, work, role.duties.tier)),
  })
}

/** The proposer gets the best model if nothing else is said; the scanner of an economy run the smallest. */
function gradeFor({ modelConfig }: WorkflowState, work: WorkName, tier: ModelTier): Grade | null {
  if (modelConfig === null) return null
  const grade = gradeOf(modelConfig, tier)
  if (work === 'propose') return grade ?? 'opus'
  return work === 'scan' && modelConfig.preset === 'economy' ? 'haiku' : grade
}
