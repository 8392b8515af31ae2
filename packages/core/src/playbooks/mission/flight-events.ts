/** What a mission makes of what came to a feature under way, or to its documentation. */
import type { CommandFailed } from '../../effects/command-failed.ts'
import type { ForgeFailed } from '../../effects/forge-failed.ts'
import type { LaneOpened } from '../../effects/open-lane.ts'
import type { AgentFailed } from '../../effects/run-agent.ts'
import { forgeRole } from '../../kernel/hurdle.ts'
import { isExhausted } from '../../kernel/retry-budget.ts'
import { ask, failed, spend } from '../../kernel/retrying.ts'
import { haltWith } from '../../work/attempts.ts'
import { flightAnswered } from './answered.ts'
import type { AgentFinished, Outcome } from './effects.ts'
import { type Flight, featureLane, isOnBase, subjectOf } from './flight.ts'
import { baseRewrittenGate, failingFeatureGate } from './gates.ts'
import { ciReported, pullClosed, pullOpened } from './keeping.ts'
import {
  checksFinished,
  laneMerged,
  laneSynced,
  mergeRefused,
  smokeTested,
  syncConflicted,
  toLanding,
  uiNotCaptured,
  validated,
} from './landing.ts'
import { critical, docsDropped, failedWith, laneClosed } from './outcomes.ts'
import { type MissionState, noted, rest, toStep, withFlight } from './state.ts'
import { answerVoid, whyVoid } from './void-answers.ts'
import { debugged, documentedBy, ruled, worked } from './work.ts'

export function flown(state: MissionState, flight: Flight, event: Outcome): MissionState {
  switch (event.type) {
    case 'LaneOpened':
      return laneOpened(state, flight, event)
    case 'AgentFinished':
      return flightAgentFinished(state, flight, event)
    case 'AgentFailed':
    case 'ForgeFailed':
      return flightFailed(state, failed(flight, { role: forgeRole, ...event }), event)
    case 'ContractBroken':
      return flight.task.type === 'docs'
        ? docsDropped(state, flight, event.problems.join('; '))
        : answerVoid(state, flight, event, whyVoid(event))
    case 'ChecksFinished':
      return checksFinished(state, flight, event)
    case 'UiCaptured':
      return flight.step.type === 'capture'
        ? toStep(state, { ...flight, screens: event.screens }, { type: 'ui-qa' })
        : state
    case 'UiNotCaptured':
      return uiNotCaptured(state, flight, event)
    case 'SmokeTested':
      return smokeTested(state, flight, event)
    case 'LaneSynced':
      return laneSynced(state, flight, event)
    case 'SyncConflicted':
      return syncConflicted(state, flight, event)
    case 'BaseRewritten':
      return baseRewritten(state, flight, event)
    case 'LaneMerged':
      return laneMerged(state, flight, event)
    case 'MergeRefused':
      return mergeRefused(state, flight, event)
    case 'PullOpened':
      return pullOpened(state, flight, event)
    case 'CiReported':
      return ciReported(state, flight, event)
    case 'PullClosed':
      return pullClosed(state, flight, event)
    case 'LaneClosed':
      return laneClosed(state, flight, event.kept)
    case 'GateAnswered':
      return flightAnswered(state, flight, event)
    case 'CommandFailed':
      return commandFailed(state, flight, event)
    default:
      return state
  }
}

function laneOpened(state: MissionState, flight: Flight, event: LaneOpened): MissionState {
  if (flight.step.type !== 'open') return state
  const { next } = flight.step
  const opened: Flight = { ...flight, lane: featureLane(event), landedBefore: state.landed.length }
  if (next === 'land') return toLanding(state, opened)
  if (next !== 'rest') return toStep(state, opened, { type: next })
  if (flight.task.type === 'docs') return docsDropped(state, opened, 'its lane was taken away')
  return isOnBase(opened) && !state.landed.includes(flight.task.id)
    ? failedWith(state, opened, event.commandId, [critical('Its lane was taken away with the work in it')])
    : rest(state, opened, 'worked')
}

function flightAgentFinished(state: MissionState, flight: Flight, event: AgentFinished): MissionState {
  switch (flight.step.type) {
    case 'work':
    case 'resolve':
      return worked(state, flight, event)
    case 'debug':
      return debugged(state, flight, event)
    case 'architect':
      return ruled(state, flight, event)
    case 'document':
      return documentedBy(state, flight, event)
    case 'validate':
    case 'ui-qa':
    case 'crosscheck':
      return validated(state, flight, event)
    default:
      return state
  }
}

/** No person is asked about the documentation; anything else that keeps failing is put to a person. */
function flightFailed(state: MissionState, flight: Flight, event: AgentFailed | ForgeFailed): MissionState {
  const { task, hurdle } = flight
  if (hurdle === null || hurdle.type === 'sleep') return withFlight(state, flight)
  if (task.type === 'docs') return docsDropped(state, flight, event.error.message)
  return withFlight(
    state,
    hurdle.type === 'gate' ? ask(flight, failingFeatureGate(task.id, hurdle.gate)) : flight,
  )
}

function baseRewritten(
  state: MissionState,
  flight: Flight,
  { baseCommit }: Extract<Outcome, { type: 'BaseRewritten' }>,
): MissionState {
  if (flight.step.type !== 'sync' || flight.lane === null) return state
  const { lane } = flight
  if (flight.task.type === 'docs')
    return docsDropped(state, flight, `${state.input.baseBranch} was rewritten`)
  return withFlight(
    state,
    ask(
      { ...flight, lane: { ...lane, baseCommit } },
      baseRewrittenGate(subjectOf(flight.task), state.input.baseBranch, lane.baseCommit, baseCommit),
    ),
  )
}

const laneIsGone = /^lane-(missing|gone)$/

/** A lane that a person deleted is opened again, once: its branch still holds what was committed. */
function commandFailed(state: MissionState, flight: Flight, event: CommandFailed): MissionState {
  const { step, task } = flight
  if (laneIsGone.test(event.code) && step.type !== 'open' && !isExhausted(flight.retries.laneGone)) {
    const next =
      step.type === 'work' || step.type === 'architect' || step.type === 'debug' || step.type === 'document'
        ? step.type
        : 'rest'
    return toStep(
      noted(state, `The lane of ${subjectOf(task)} was gone and is opened again.`),
      spend(flight, 'laneGone'),
      {
        type: 'open',
        next,
      },
    )
  }
  if (task.type === 'docs') return docsDropped(state, flight, event.detail)
  // A merge that could not be made is made by another decision: a person may drop the feature before.
  const halted = haltWith(flight, event)
  return withFlight(state, step.type === 'merge' ? { ...halted, step: { type: 'approved' } } : halted)
}
