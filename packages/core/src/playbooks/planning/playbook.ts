/** A spec with acceptance criteria becomes plans: propose → check → write, and propose again if the check objects. */
import type { DocumentsEdited } from '../../effects/edit-documents.ts'
import { exitCode } from '../../kernel/exit-code.ts'
import { isGranted } from '../../kernel/gate-answer.ts'
import { asLaneName } from '../../kernel/ids.ts'
import { definePlaybook } from '../../kernel/playbook.ts'
import { isExhausted } from '../../kernel/retry-budget.ts'
import { halt, spend } from '../../kernel/retrying.ts'
import { agentCall, calledRole } from '../../work/agent-call.ts'
import { haltWith, liftStop } from '../../work/attempts.ts'
import { nextId } from '../../work/dispatch.ts'
import { closeLane, laneAt, laneOf } from '../../work/lane.ts'
import { decideIn, evolveIn, type Rooms } from '../../work/rooms.ts'
import { evolveRun } from '../../work/run-state.ts'
import type { Answer } from './answers.ts'
import { writePlans } from './documents.ts'
import type { AgentFinished, Command, Outcome } from './effects.ts'
import { over } from './endings.ts'
import { planningIdentity } from './identity.ts'
import { type PlanningInput, plannerRole } from './input.ts'
import { proposalFile } from './proposal.ts'
import { proposalDefects } from './proposal-defects.ts'
import { plannerSlices } from './slices.ts'
import { newPlanning, type Place, type PlanningState, type Result } from './state.ts'

const go = (state: PlanningState, at: Place): PlanningState => ({ ...state, at })

/** Asked again with what was wrong, while that may still help. */
const again = (state: PlanningState, problems: readonly string[]): PlanningState =>
  isExhausted(state.retries.draft)
    ? go({ ...state, problems }, { phase: 'close', result: { how: 'refused' } })
    : go({ ...spend(state, 'draft'), problems }, { phase: 'propose' })

const rooms: Rooms<PlanningState, Command> = {
  open: {
    wants(state) {
      const name = `planning-${state.input.runId}`
      const { baseBranch } = state.input
      return {
        type: 'OpenLane',
        id: nextId(state, 'open', 'plans'),
        lane: asLaneName(name),
        branch: `harness/${name}`,
        baseBranch,
      }
    },
    outcomes: {
      LaneOpened: (state, _at, event) => go({ ...state, lane: laneAt(event) }, { phase: 'propose' }),
    },
  },
  propose: {
    wants: (state) => ({
      ...agentCall<Answer>({
        id: nextId(state, 'propose', 'plans'),
        ...calledRole(planningIdentity, plannerRole, { [plannerRole]: state.input.planner }),
        lane: laneOf(state),
        slices: plannerSlices(state),
      }),
      context: { phase: plannerRole, planId: plannerRole },
    }),
    outcomes: {
      AgentFinished: (state, _at, event) => proposed(state, event),
      ContractBroken: (state, _at, { problems }) => again(state, problems),
    },
  },
  write: {
    wants: (state, { proposals }) => writePlans(nextId(state, 'write', 'plans'), state.input, proposals),
    outcomes: { DocumentsEdited: (state, at, event) => written(state, at.proposals, event) },
  },
  close: {
    wants: (state) => closeLane(nextId(state, 'close', 'plans'), laneOf(state), state.input.baseBranch),
    outcomes: { LaneClosed: (state, { result }) => go(state, { phase: 'over', result }) },
  },
  over: { wants: (state, { result }) => over(state, result) },
}

/** A planner that changed files did not keep to its role, so its proposals are void. */
function proposed(state: PlanningState, { answer, violation }: AgentFinished): PlanningState {
  if (violation !== null)
    return again(state, [`You changed ${violation.files.join(', ')}. Only read, and answer with the plans.`])
  if (answer.kind !== 'plan-proposals') return again(state, ['The answer has no plans.'])
  const { proposals } = answer
  const defects = proposalDefects(proposals, state.input)
  if (defects.length > 0) return again(state, defects)
  const settled = { ...state, problems: [] }
  return state.input.preview
    ? go(settled, { phase: 'close', result: { how: 'proposed', proposals, files: [] } })
    : go(settled, { phase: 'write', proposals })
}

/** A plan that a person wrote meanwhile stays; the planner is told of it. */
function written(
  state: PlanningState,
  proposals: Extract<Result, { how: 'proposed' }>['proposals'],
  { refused: [refused] }: DocumentsEdited,
): PlanningState {
  const files = proposals.map((proposal) => `${state.input.planDir}/${proposalFile(proposal)}`)
  if (refused === undefined)
    return go(state, { phase: 'close', result: { how: 'proposed', proposals, files } })
  if (refused.reason === 'invalid' || refused.reason === 'taken')
    return again(state, refused.problems.length === 0 ? [refused.detail] : refused.problems)
  return haltWith(state, { detail: refused.detail, next: 'Correct it, then: harness resume' })
}

export const planningPlaybook = definePlaybook<PlanningInput, PlanningState, Command>({
  ...planningIdentity,
  initialState: newPlanning,
  decide: (state) => decideIn(rooms, state),
  evolve: (state, event) =>
    evolveRun<PlanningState, Outcome>(
      state,
      event,
      {
        resumed: (before) => liftStop(before),
        givenUp: (before) => go({ ...before, hurdle: null }, { phase: 'over', result: { how: 'abandoned' } }),
      },
      (before, outcome) =>
        evolveIn(rooms, before, outcome, (tried, answer) =>
          isGranted(answer)
            ? tried
            : halt(tried, {
                exitCode: exitCode.halted,
                reason: `${answer.by} stopped it: ${answer.reason}`,
                next: 'harness resume',
              }),
        ),
    ),
})
