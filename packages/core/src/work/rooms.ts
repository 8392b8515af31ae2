/**
 * Owns playbooks that are made of rooms. A room is a place of the state: it says what is wanted there, and where each outcome
 * leads. What failed, waits or stops an agent is the same in every room.
 */
import type { AskHuman } from '../effects/ask-human.ts'
import type { AgentFailed } from '../effects/run-agent.ts'
import type { WakeAt } from '../effects/wake-at.ts'
import type { AnyCommand, AnyOutcome, OutcomeOf } from '../kernel/effect.ts'
import type { RunEnd } from '../kernel/event.ts'
import type { GateAnswer } from '../kernel/gate-answer.ts'
import { refuse } from '../kernel/gate-choices.ts'
import type { RunId } from '../kernel/ids.ts'
import { type Decision, end, perform } from '../kernel/playbook.ts'
import { failed, type Retrying, recovered } from '../kernel/retrying.ts'
import { hinderedBy, refillAll, waitOrStop } from './attempts.ts'
import type { InPhase } from './by-phase.ts'
import { type Dispatched, nextId } from './dispatch.ts'

export interface Placed extends Retrying {
  readonly at: { readonly phase: string }
  readonly input: { readonly runId: RunId }
  readonly dispatched: Dispatched
}

export interface Room<State extends Placed, At, Command extends AnyCommand> {
  wants(state: State, at: At): Command | RunEnd
  readonly outcomes?: {
    readonly [Type in OutcomeOf<Command>['type']]?: (
      state: State,
      at: At,
      event: Extract<OutcomeOf<Command>, { readonly type: Type }>,
    ) => State
  }
}

/** A room for each place: the compiler names a missing one. */
export type Rooms<State extends Placed, Command extends AnyCommand> = {
  readonly [Phase in State['at']['phase']]: Room<State, InPhase<State['at'], Phase>, Command>
}

type AnyRoom<State extends Placed> = Room<State, unknown, AnyCommand>

const roomOf = <State extends Placed, Command extends AnyCommand>(
  rooms: Rooms<State, Command>,
  { at }: State,
): AnyRoom<State> => rooms[at.phase as State['at']['phase']] as unknown as AnyRoom<State>

const isEnd = (wanted: AnyCommand | RunEnd): wanted is RunEnd => 'exitCode' in wanted && 'outcome' in wanted

/** A hurdle comes first: the run sleeps, stops, or asks a person about a failing agent. */
export function decideIn<State extends Placed, Command extends AnyCommand>(
  rooms: Rooms<State, Command>,
  state: State,
): Decision<Command | WakeAt | AskHuman> {
  const { hurdle } = state
  const held = waitOrStop(hurdle, nextId(state, 'wait', 'run'))
  if (held !== null) return held
  if (hurdle?.type === 'gate')
    return perform<Command | AskHuman>({
      type: 'AskHuman',
      id: nextId(state, 'ask', hurdle.gate.name),
      gate: hurdle.gate,
    })
  const wanted = roomOf(rooms, state).wants(state, state.at)
  return isEnd(wanted) ? end(wanted) : perform(wanted as Command)
}

/** `answered` is where a person leads who was asked about a failing agent; `tried` is the state that tries it again. */
export function evolveIn<State extends Placed, Command extends AnyCommand>(
  rooms: Rooms<State, Command>,
  state: State,
  event: AnyOutcome,
  answered: (tried: State, answer: GateAnswer) => State,
): State {
  if (event.type === 'AgentFailed') return pausing(failed(state, event as AgentFailed))
  if (event.type === 'GateAnswered' && state.hurdle?.type === 'gate') {
    const tried = { ...state, hurdle: null, retries: refillAll(state.retries) }
    return answered(tried, (event as OutcomeOf<AskHuman>).answer)
  }
  const table = roomOf(rooms, state).outcomes as
    | Readonly<Record<string, (state: State, at: unknown, event: AnyOutcome) => State>>
    | undefined
  const heard = event.type === 'AgentFinished' ? recovered(state) : state
  return hinderedBy(heard, event) ?? table?.[event.type]?.(heard, state.at, event) ?? heard
}

/** A person who does not want a failing agent to be tried again pauses the run. */
function pausing<State extends Placed>(state: State): State {
  const { hurdle } = state
  if (hurdle?.type !== 'gate') return state
  const choices = hurdle.gate.choices.map((choice) =>
    choice.name === refuse ? { ...choice, leadsTo: 'the run pauses; harness resume tries again' } : choice,
  )
  return { ...state, hurdle: { type: 'gate', gate: { ...hurdle.gate, choices } } }
}
