/** What a mission makes of what came to a feature under way, or to its documentation. */
import type { CommandFailed } from '../../../effects/command-failed.ts'
import type { ForgeFailed } from '../../../effects/forge-failed.ts'
import type { LaneOpened } from '../../../effects/open-lane.ts'
import type { AgentFailed } from '../../../effects/run-agent.ts'
import { forgeRole } from '../../../kernel/hurdle.ts'
import { failed } from '../../../kernel/retrying.ts'
import { haltWith } from '../../../work/attempts.ts'
import type { AgentFinished, Outcome } from '../state/effects.ts'
import { type Flight, featureLane } from '../state/flight.ts'
import { type MissionState, toStep, withFlight } from '../state/state.ts'
import { ciReported, pullClosed, pullOpened } from './keeping.ts'
import {
  checksFinished,
  laneMerged,
  laneSynced,
  mergeRefused,
  smokeTested,
  syncConflicted,
  uiNotCaptured,
  validated,
} from './landing.ts'
import { docsDropped, laneClosed, letGo, stuckWith } from './outcomes.ts'
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
    case 'CommandFailed':
      return commandFailed(state, flight, event)
    default:
      return state
  }
}

const laneOpened = (state: MissionState, flight: Flight, event: LaneOpened): MissionState =>
  withFlight(state, { ...flight, lane: featureLane(event), landedBefore: state.landed.length })

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
  const { task, hurdle, step } = flight
  if (hurdle === null || hurdle.type === 'sleep') return withFlight(state, flight)
  if (task.type === 'docs') return docsDropped(state, flight, event.error.message)
  if (hurdle.type === 'stop') return withFlight(state, flight)
  const { question, detail } = hurdle.gate
  const isWorkers = step.type === 'work' || step.type === 'resolve'
  return stuckWith(state, flight, `${question} ${detail}`, isWorkers ? 'ruled' : 'worked')
}

function baseRewritten(
  state: MissionState,
  flight: Flight,
  { baseCommit }: Extract<Outcome, { type: 'BaseRewritten' }>,
): MissionState {
  const { lane, task } = flight
  const { baseBranch } = state.input
  if (flight.step.type !== 'sync' || lane === null) return state
  if (task.type === 'docs') return docsDropped(state, flight, `${baseBranch} was rewritten`)
  return stuckWith(
    state,
    { ...flight, lane: { ...lane, baseCommit } },
    `${baseBranch} was rewritten: it no longer contains ${lane.baseCommit.slice(0, 12)}, which ${task.id} stands on. What was taken out of it would come back with ${task.id}. Is the new ${baseBranch} to be brought in?`,
    'worked',
  )
}

const laneIsGone = /^lane-(missing|gone)$/

/** A feature whose lane a person deleted starts again: its branch still holds what was committed. */
function commandFailed(state: MissionState, flight: Flight, event: CommandFailed): MissionState {
  const { step, task, lane } = flight
  if (task.type === 'docs') return docsDropped(state, flight, event.detail)
  if (laneIsGone.test(event.code) && lane !== null)
    return letGo(state, flight, `The lane of ${task.id} was gone: the feature is started again.`)
  // A merge that could not be made is made by another decision: a person may drop the feature before.
  const halted = haltWith(flight, event)
  return withFlight(state, step.type === 'merge' ? { ...halted, step: { type: 'approved' } } : halted)
}
