/** How each event changes a handbook's run. Pure and total: an event that means nothing here changes nothing. */

import type { LaneClosed } from '../../effects/close-lane.ts'
import type { LaneMerged } from '../../effects/merge-lane.ts'
import type { LaneOpened } from '../../effects/open-lane.ts'
import type { ChecksFinished } from '../../effects/run-checks.ts'
import { settle } from '../../kernel/budget-ledger.ts'
import type { RunInterrupted, RunResumed } from '../../kernel/event.ts'
import { isOutcome } from '../../kernel/event.ts'
import { unproven } from '../../kernel/evidence.ts'
import { exitCode } from '../../kernel/exit-code.ts'
import { isGivenUp } from '../../kernel/given-up.ts'
import { stop } from '../../kernel/hurdle.ts'
import { type CommandId, subjectIn } from '../../kernel/ids.ts'
import { failed, recovered } from '../../kernel/retrying.ts'
import { unattended } from '../../kernel/unattended.ts'
import { haltOnContract, haltWith } from '../../work/attempts.ts'
import { countEnd, nextId } from '../../work/dispatch.ts'
import { laneAt } from '../../work/lane.ts'
import { firstSleep, type Sleep, wake } from '../../work/wakes.ts'
import { driven, lookBegan, programBegan } from '../../work/watch.ts'
import { agentFinished, finished, noVerdict, unreadCritique } from './agent-finished.ts'
import { boxEdited, changeMeasured, closePassed } from './completion.ts'
import { boxesPutBack, doubtAnswered } from './doubt.ts'
import type { Command, Event, Outcome } from './effects.ts'
import { mergeRefused, verificationFailed } from './failed-work.ts'
import { blockedBy } from './given-up.ts'
import { goingOn, halted, haltedBy, stoodStill } from './halts.ts'
import { timeIsUpAfter } from './limits.ts'
import { programs, programsIn } from './programs.ts'
import { handbookRead, mayBeSettled, needsWorktree, stepTo } from './reading.ts'
import {
  type Flight,
  flightOf,
  type HandbookState,
  isIdle,
  isStopped,
  letGo,
  noted,
  outdated,
  shutting,
  subjectOf,
  withFlight,
  withoutFlight,
} from './state.ts'
import { checksOf } from './verification.ts'

export function evolve(state: HandbookState, event: Event): HandbookState {
  switch (event.type) {
    case 'RunStarted':
      return driven(
        state.input.adopted === null
          ? { ...state, iteration: { ...state.iteration, startedAt: event.at, lastStepAt: event.at } }
          : state,
        event,
        [],
      )
    case 'CommandIssued':
      return issued(state, event.command)
    case 'RunEnded':
      return isGivenUp(event.end) ? blockedBy(state, event.end, event.at) : state
    case 'RunInterrupted':
      return event.spent.reduce(cancelled, state)
    case 'RunResumed':
      return driven(resumed(withLimits(state, event.limits)), event, programsIn(state))
    default:
      return isOutcome(event) ? orHalted(state, ended(counted(state, event), event), event.at) : state
  }
}

function issued(state: HandbookState, { type, id }: Command): HandbookState {
  if (type === 'ReadDocuments') return lookBegan(state, programsIn(state))
  return programs.has(type) ? programBegan(state, id) : state
}

/** A stop that a person has to fix is a halt in the sidecar. */
const orHalted = (before: HandbookState, after: HandbookState, at: number): HandbookState =>
  isStopped(after) && !isStopped(before) ? stoodStill(after, at) : after

/** An agent at work is sent again, with the prompt as it is by then. */
function cancelled(
  before: HandbookState,
  { commandId, spending }: RunInterrupted['spent'][number],
): HandbookState {
  const state = { ...before, spent: settle(before.spent, spending) }
  const flight = flightOf(state, subjectIn(commandId))
  if (flight?.step.type !== 'agent') return state
  return withFlight({ ...state, dispatched: countEnd(state.dispatched, commandId) }, readAgain(flight))
}

function counted(state: HandbookState, event: Outcome): HandbookState {
  const dispatched = countEnd(state.dispatched, event.commandId)
  return 'spending' in event
    ? { ...state, dispatched, spent: settle(state.spent, event.spending) }
    : { ...state, dispatched }
}

function ended(state: HandbookState, event: Outcome): HandbookState {
  if (event.type === 'DocumentsRead') return handbookRead(state, event)
  if (event.type === 'GateAnswered') return doubtAnswered(state, event)
  if (event.type === 'TimerFired')
    return event.at > timeIsUpAfter(state) ? { ...state, isUnread: true } : woken(state)
  const flight = flightOf(state, subjectIn(event.commandId))
  if (flight !== undefined) return flown(state, flight, event)
  if (event.type === 'DocumentsEdited') return boxesPutBack(state, event)
  return event.type === 'CommandFailed'
    ? { ...state, hurdle: stop({ exitCode: exitCode.halted, reason: event.detail, next: event.next }) }
    : state
}

/** Once the run has ended, no agent is sent again and nothing is left to fix. */
const isOverFor = ({ ending }: HandbookState, { type }: Outcome): boolean =>
  ending !== null && (type === 'AgentFailed' || type === 'ContractBroken')

function flown(state: HandbookState, flight: Flight, event: Outcome): HandbookState {
  if (isOverFor(state, event)) return letGo(state, flight)
  switch (event.type) {
    case 'LaneOpened':
      return laneOpened(state, flight, event)
    case 'AgentFinished':
      return agentFinished(state, flight, event)
    case 'AgentFailed':
    case 'ForgeFailed':
      return withFlight(state, triedAgain(failed(flight, { role: 'forge', ...event })))
    case 'ContractBroken':
      if (flight.step.type === 'agent' && flight.step.part === 'final')
        return finished(state, flight, unreadCritique(event.text))
      return flight.step.type === 'agent' &&
        (flight.step.part === 'self-critique' || flight.step.part === 'close')
        ? noVerdict(state, flight, event.at)
        : withFlight(state, haltOnContract(flight, event, 'handbook'))
    case 'ChangeMeasured':
      return changeMeasured(state, flight, event)
    case 'ChecksFinished':
      return checksFinished(state, flight, event)
    case 'LaneMerged':
      return laneMerged(state, flight, event)
    case 'MergeRefused':
      return flight.step.type === 'merge'
        ? haltedBy(state, flight, mergeRefused(flight, event), event.at)
        : state
    case 'LaneClosed':
      return laneClosed(state, flight, event)
    case 'DocumentsEdited':
      return boxEdited(state, flight, event)
    case 'CommandFailed':
      return withFlight(state, haltWith(flight, event))
    default:
      return state
  }
}

function laneOpened(state: HandbookState, flight: Flight, event: LaneOpened): HandbookState {
  if (flight.step.type !== 'open') return state
  const { part, isStale } = flight.step
  const { path, commit } = event
  const isWorktree = needsWorktree(flight.task, part)
  const opened = {
    ...flight,
    isLittered: false,
    lane: { ...laneAt(event), path, start: commit, isWorktree },
  }
  if (state.ending !== null) return letGo(state, opened)
  return withFlight(state, {
    ...opened,
    step: isStale === true ? { type: 'ready', part } : stepTo(state, opened, part),
  })
}

/** Nothing is retried or rolled back: a person decides. */
function checksFinished(state: HandbookState, before: Flight, event: ChecksFinished): HandbookState {
  if (before.step.type !== 'verify' || before.lane === null) return state
  const flight = { ...before, evidence: event.evidence }
  if (unproven(checksOf(state.input, flight), event.evidence, before.lane.tree).length > 0)
    return haltedBy(state, flight, verificationFailed(flight, event.evidence), event.at)
  const { lane, task } = flight
  if (task.type === 'close')
    return task.phase.close?.prompt == null
      ? withFlight(state, shutting(flight, { type: 'phase-closed' }))
      : withFlight(state, { ...flight, step: { type: 'ready', part: 'close' } })
  const isUnchanged = lane === null || lane.commit === lane.start
  return isUnchanged
    ? withFlight(state, shutting(flight, { type: 'tick' }))
    : withFlight({ ...state, isUnread: true }, { ...flight, step: { type: 'merge' } })
}

const laneMerged = (state: HandbookState, flight: Flight, event: LaneMerged): HandbookState =>
  flight.step.type === 'merge'
    ? withFlight(state, {
        ...shutting(flight, { type: 'tick' }),
        evidence: event.evidence.length === 0 ? flight.evidence : event.evidence,
      })
    : state

function laneClosed(before: HandbookState, flight: Flight, { at, kept }: LaneClosed): HandbookState {
  if (flight.step.type !== 'shut') return before
  const { then } = flight.step
  // Opened again, a lane that was kept is the same one, and starts again: there is nothing to tell.
  const isLeft = kept !== null && then.type !== 'ready'
  const state = isLeft ? noted(before, `A worktree was kept: ${kept}`) : before
  switch (then.type) {
    case 'tick':
      return withFlight(state, { ...flight, step: then })
    case 'ready':
      return withFlight(state, { ...flight, lane: null, step: then, isLittered: kept !== null })
    case 'phase-closed':
      return closePassed(state, flight, at)
    case 'halt':
      return halted(withoutFlight(state, flight), then.ending, at)
    case 'gone':
      return withoutFlight(state, flight)
  }
}

/** No person is asked; an agent's next try reads again. */
function triedAgain(flight: Flight): Flight {
  const now = unattended(flight)
  return now.hurdle === null ? readAgain(now) : now
}

const readAgain = (flight: Flight): Flight =>
  flight.step.type === 'agent' ? { ...flight, step: { type: 'ready', part: flight.step.part } } : flight

/** The earliest waits are over; what comes later is waited for again. */
function woken(state: HandbookState): HandbookState {
  const due = nextWake(state)
  if (due === null) return state
  const flights = state.flights.map((flight) => {
    const now = wake(flight, due.until)
    return now === flight ? flight : readAgain(now)
  })
  return { ...state, flights }
}

/** What is waited for first, and not past the run's time; null if nothing is. */
export function nextWake(state: HandbookState): Pick<Sleep, 'until' | 'why'> | null {
  const first = firstSleep(state.flights)
  const timeIsUp = timeIsUpAfter(state) + 1
  if (first === null) return null
  return first.until <= timeIsUp ? first : { until: timeIsUp, why: `the time is up then; ${first.why}` }
}

/** Limits that people changed while the run was stopped count. */
function withLimits(state: HandbookState, limits: RunResumed['limits']): HandbookState {
  const { iteration } = state
  if (limits === undefined || state.ending !== null) return state
  const { maxIterations, timeoutMinutes } = limits
  if (maxIterations === iteration.maxIterations && timeoutMinutes === iteration.timeoutMinutes) return state
  return noted(
    { ...state, iteration: { ...iteration, maxIterations, timeoutMinutes } },
    `The run may go on for ${maxIterations} iterations and ${timeoutMinutes} minutes, says ${state.input.sidecarPath}.`,
  )
}

function resumed(state: HandbookState): HandbookState {
  const unended = state.flights.flatMap((flight) => unendedCall(state, flight))
  return {
    ...(isStopped(state) ? goingOn(state) : state),
    hurdle: null,
    isUnread: state.isUnread === true || state.flights.some(mayBeSettled),
    dispatched: unended.reduce(countEnd, state.dispatched),
    flights: state.flights.map((flight) => begunAnew(outdated(unhindered(flight)))),
  }
}

/** Who waits for a time goes on waiting; everybody else is sent only on what the documents say by now. */
function unhindered(flight: Flight): Flight {
  if (flight.hurdle?.type === 'sleep') return flight
  return readAgain(flight.hurdle === null ? flight : { ...recovered(flight), hurdle: null })
}

/** An agent that a crash took with it: what is sent next is another call. */
const unendedCall = (state: HandbookState, { task, step, hurdle }: Flight): readonly CommandId[] =>
  step.type === 'agent' && hurdle === null ? [nextId(state, step.part, subjectOf(task))] : []

/** Days may have passed: who has nothing in a lane out of sight begins on the branch as it stands now. */
const begunAnew = (flight: Flight): Flight =>
  flight.step.type === 'ready' && flight.hurdle === null && isIdle(flight)
    ? shutting({ ...flight, evidence: [] }, flight.step)
    : flight
