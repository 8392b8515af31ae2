/** How each event changes a run of an own playbook: what the harness keeps of it, then what the playbook keeps. Pure. */
import { isOutcome } from '../../kernel/event.ts'
import { exitCode } from '../../kernel/exit-code.ts'
import { isGranted } from '../../kernel/gate-answer.ts'
import { forgeRole, type Hurdle } from '../../kernel/hurdle.ts'
import { phaseOf, subjectIn } from '../../kernel/ids.ts'
import { failed, halt, recovered } from '../../kernel/retrying.ts'
import { haltOnContract, haltWith, liftStop, refillAll } from '../../work/attempts.ts'
import { changedLane, laneAt, syncedLane } from '../../work/lane.ts'
import { countInterrupted, countOutcome } from '../../work/run-state.ts'
import { troublePhase } from './decide.ts'
import type { AnyOwnPlaybook } from './definition.ts'
import type { Event, Outcome, OwnEvent } from './effects.ts'
import { runOf } from './run.ts'
import type { OwnLane, OwnState } from './state.ts'

export function evolve(playbook: AnyOwnPlaybook, state: OwnState, event: Event): OwnState {
  if (isOutcome(event)) return outcome(playbook, counted(moved(state, event), event), event)
  switch (event.type) {
    case 'RunStarted':
      return state
    case 'CommandIssued':
      return { ...state, inFlight: [...state.inFlight, event.command] }
    case 'RunInterrupted':
      return countInterrupted(state, event)
    case 'RunResumed':
      return {
        ...liftStop(state),
        ended: null,
        lanes: mapped(state.lanes, (lane) => ({ ...lane, evidence: [] })),
      }
    case 'RunEnded':
      return { ...state, ended: event.end }
  }
}

const counted = (state: OwnState, event: Outcome): OwnState => ({
  ...countOutcome(state, event),
  inFlight: state.inFlight.filter(({ id }) => id !== event.commandId),
})

function outcome(playbook: AnyOwnPlaybook, state: OwnState, event: Outcome): OwnState {
  switch (event.type) {
    case 'AgentFailed':
      return hindered(state, failed(state, event))
    case 'ForgeFailed':
      return hindered(state, failed(state, { ...event, role: forgeRole }))
    case 'CommandFailed':
      return hindered(state, haltWith(state, event))
    case 'AgentFinished':
      return event.violation === null
        ? heard(playbook, recovered(state), event)
        : hindered(
            state,
            halt(state, {
              exitCode: exitCode.halted,
              reason: `The ${event.role} may only read, and changed ${event.violation.files.join(', ')}. Its answer is void.`,
              next: 'Let it try again: harness resume',
            }),
          )
    case 'GateAnswered':
    case 'TimerFired':
      return phaseOf(event.commandId) === troublePhase
        ? overcome(state, event)
        : heard(playbook, state, event)
    case 'ContractBroken':
      return handled(playbook, state, event, () =>
        haltOnContract(state, event, `${playbook.name}-${state.input.runId}`),
      )
    case 'MergeRefused':
      return handled(playbook, state, event, () =>
        haltWith(state, { detail: event.detail, next: 'Fix the cause, then: harness resume' }),
      )
    case 'BaseRewritten':
      return handled(playbook, state, event, () =>
        haltWith(state, {
          detail: `${state.input.baseBranch} was rewritten and no longer contains what the lane started from.`,
          next: 'Start again: give the run up with harness refuse --give-up, then start another.',
        }),
      )
    default:
      return heard(playbook, state, event)
  }
}

/** A person or a moment has removed what was in the way. */
function overcome(
  state: OwnState,
  event: Extract<Outcome, { type: 'GateAnswered' | 'TimerFired' }>,
): OwnState {
  if (event.type === 'TimerFired') return state.hurdle?.type === 'sleep' ? { ...state, hurdle: null } : state
  const { answer } = event
  if (isGranted(answer)) return { ...state, hurdle: null, retries: refillAll(state.retries) }
  const reason = `Refused by ${answer.by}: ${answer.reason}`
  return {
    ...state,
    hurdle: {
      type: 'stop',
      end: {
        outcome: 'blocked',
        exitCode: exitCode.halted,
        reason,
        next: 'Its branches and lanes stay as they are.',
        resumable: false,
        report: `# Refused\n\n${reason}`,
      },
    },
  }
}

const heard = (playbook: AnyOwnPlaybook, state: OwnState, event: OwnEvent): OwnState => ({
  ...state,
  own: playbook.evolve(state.own, event, runOf(playbook, state)),
})

/** A playbook that keeps its state as it is does not know what to do about it: the run stops. */
function handled(
  playbook: AnyOwnPlaybook,
  state: OwnState,
  event: OwnEvent,
  stopped: () => OwnState,
): OwnState {
  const after = heard(playbook, state, event)
  return after.own === state.own ? hindered(state, stopped()) : after
}

/** Commands side by side can fail together: the worst decides. */
function hindered(before: OwnState, after: OwnState): OwnState {
  return rank(before.hurdle) > rank(after.hurdle) ? { ...after, hurdle: before.hurdle } : after
}
const rank = (hurdle: Hurdle | null): number =>
  hurdle === null ? 0 : { sleep: 1, gate: 2, stop: 3 }[hurdle.type]

/** Lanes move first, so that the playbook sees their new commits. */
function moved(state: OwnState, event: Outcome): OwnState {
  const { lanes, inFlight } = state
  if (event.type === 'LaneOpened') {
    const lane: OwnLane = { ...laneAt(event), evidence: [], conflictedWith: null }
    return { ...state, lanes: { ...lanes, [subjectIn(event.commandId)]: lane } }
  }
  const command = inFlight.find(({ id }) => id === event.commandId)
  if (command === undefined || !('lane' in command)) return state
  return {
    ...state,
    lanes: mapped(lanes, (lane) => (lane.lane === command.lane ? movedLane(lane, event) : lane)),
  }
}

function movedLane(lane: OwnLane, event: Outcome): OwnLane {
  switch (event.type) {
    case 'AgentFinished':
      return event.violation === null ? changedLane(lane, event) : lane
    case 'ChecksFinished':
      return {
        ...lane,
        evidence: [...lane.evidence.filter(({ tree }) => tree !== event.tree), ...event.evidence],
      }
    case 'LaneSynced':
      return syncedLane(lane, event)
    case 'SyncConflicted':
      return { ...syncedLane(lane, event), conflictedWith: event.baseCommit }
    case 'LaneClosed':
      return { ...lane, closed: true }
    default:
      return lane
  }
}

const mapped = (lanes: OwnState['lanes'], change: (lane: OwnLane) => OwnLane): OwnState['lanes'] =>
  Object.fromEntries(Object.entries(lanes).map(([name, lane]) => [name, change(lane)]))
