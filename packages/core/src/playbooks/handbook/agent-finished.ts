/** What a handbook's run makes of an agent's answer, whatever the agent was sent for. */
import type { AgentFinished, AgentOutput } from '../../event.ts'
import { recovered } from '../../retrying.ts'
import { isPromptFlight } from './completion.ts'
import { closeFailed, critiqueExhausted, halted, nothingTwice } from './halts.ts'
import {
  type Flight,
  type FlightStep,
  type HandbookState,
  type Part,
  withFlight,
  withoutFlight,
} from './state.ts'
import { isEmptyResult, isShape, roleOf } from './verbs.ts'

const mostCritiques = 3

export function agentFinished(state: HandbookState, before: Flight, event: AgentFinished): HandbookState {
  if (before.step.type !== 'agent') return state
  const { part } = before.step
  const flight = recovered(before)
  switch (part) {
    case 'work':
    case 'craft':
      return worked(state, flight, part, event)
    case 'self-critique':
    case 'close':
      return event.output.kind === 'verdict' && event.violation === null
        ? judged(state, flight, part, event.output, event.at)
        : noVerdict(state, flight, event.at)
    case 'final':
      return finished(state, flight, event)
  }
}

const to = (state: HandbookState, flight: Flight, step: FlightStep): HandbookState =>
  withFlight(state, { ...flight, step })

function worked(state: HandbookState, before: Flight, part: Part, event: AgentFinished): HandbookState {
  if (!isPromptFlight(before)) return state
  const { task } = before
  const prompt = part === 'craft' ? (task.crafting ?? task.prompt) : task.prompt
  const { commit, tree, changedFiles, text, output } = event
  const flight: Flight = {
    ...before,
    lane: before.lane === null || changedFiles.length === 0 ? before.lane : { ...before.lane, commit, tree },
    summaries: [...before.summaries, text],
    findings: output.kind === 'review' ? output.findings : [],
    violation: event.violation ?? before.violation,
    isEmpty: isEmptyResult(prompt, text, changedFiles),
  }
  if (flight.isEmpty && prompt.expectedSignal === 'require_nonempty')
    return before.isEmpty
      ? halted(withoutFlight(state, flight), nothingTwice(flight), event.at)
      : again(state, flight, part)
  if (isShape(prompt))
    return flight.isEmpty
      ? to(state, flight, { type: 'tick' })
      : to(state, { ...flight, brief: text }, { type: 'ready', part: 'self-critique' })
  if (roleOf(prompt) === 'prompt-reader') return to(state, flight, { type: 'tick' })
  return to(state, flight, changedFiles.length === 0 ? { type: 'verify' } : { type: 'measure' })
}

const again = (state: HandbookState, flight: Flight, part: Part): HandbookState =>
  to(state, { ...flight, redispatched: flight.redispatched + 1 }, { type: 'ready', part })

/** Prose is no verdict: asked once more, then it counts as a failed one. */
export function noVerdict(state: HandbookState, flight: Flight, at: number): HandbookState {
  if (flight.step.type !== 'agent') return state
  const { part } = flight.step
  if (flight.noVerdicts === 0) return to(state, { ...flight, noVerdicts: 1 }, { type: 'ready', part })
  return judged(state, flight, part, { pass: false, failures: ['No verdict was given, twice.'] }, at)
}

function judged(
  state: HandbookState,
  before: Flight,
  part: Part,
  { pass, failures }: Omit<Extract<AgentOutput, { kind: 'verdict' }>, 'kind'>,
  at: number,
): HandbookState {
  const flight = { ...before, noVerdicts: 0 }
  const holds = pass && failures.length === 0
  if (part === 'close')
    return holds
      ? phaseClosed(state, flight)
      : halted(withoutFlight(state, flight), closeFailed(flight, failures), at)
  return holds ? briefApproved(state, flight) : briefFailed(state, flight, failures, at)
}

function briefApproved(state: HandbookState, flight: Flight): HandbookState {
  if (!isPromptFlight(flight)) return state
  const { prompt, crafting } = flight.task
  const approved = { ...state, briefs: { ...state.briefs, [prompt.id]: flight.brief ?? '' } }
  return to(approved, flight, crafting === null ? { type: 'tick' } : { type: 'ready', part: 'craft' })
}

function briefFailed(
  state: HandbookState,
  before: Flight,
  failures: readonly string[],
  at: number,
): HandbookState {
  const flight = { ...before, trail: [...before.trail, failures] }
  if (flight.trail.length >= mostCritiques)
    return halted(withoutFlight(state, flight), critiqueExhausted(flight), at)
  const promptId = isPromptFlight(flight) ? flight.task.prompt.id : ''
  const rationale = `re-dispatch after failed self-critique cycle ${flight.trail.length}`
  return again({ ...state, predicted: { promptId, verb: 'shape', rationale } }, flight, 'work')
}

export function phaseClosed(state: HandbookState, flight: Flight): HandbookState {
  if (flight.task.type !== 'close') return state
  return { ...withoutFlight(state, flight), closed: [...state.closed, flight.task.phase.number] }
}

function finished(state: HandbookState, flight: Flight, { output, at }: AgentFinished): HandbookState {
  const findings = output.kind === 'review' ? output.findings : []
  const told = { ...withoutFlight(state, flight), finalFindings: findings }
  return halted(
    told,
    { reason: 'all_done', promptId: null, failureMode: '', sections: [], suggestion: '' },
    at,
  )
}
