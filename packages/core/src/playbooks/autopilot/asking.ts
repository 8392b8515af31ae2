/** Owns the gates of an autopilot. Every answer is recorded in `decisions[]`. */
import type { GateAnswer } from '../../kernel/gate-answer.ts'
import { gateRoom, type Option, option, type Question } from '../../work/gate-rooms.ts'
import type { Room } from '../../work/rooms.ts'
import type { RecordedDecision, Signals } from './documents.ts'
import type { Command } from './effects.ts'
import { type AutopilotState, go, type In, type Place } from './state.ts'
import { stateNameOf } from './state-name.ts'

export type Choice<At extends Place = Place> = Option<AutopilotState, At>

/** `signals` is what the person saw of a plan. */
export const asks = <Phase extends Place['phase']>(
  question: Question<AutopilotState, In<Phase>>,
  signals?: (state: AutopilotState) => Signals,
): Room<AutopilotState, In<Phase>, Command> =>
  gateRoom(question, (state, _at, what, answer) => recordAnswer(state, what, answer, signals?.(state)))

export const recordAnswer = (
  state: AutopilotState,
  what: string,
  { by, reason }: GateAnswer,
  signals?: Signals,
): AutopilotState =>
  record(state, {
    what,
    why: reason === '' ? `answered by ${by}` : `${by}: ${reason}`,
    ...(signals === undefined ? {} : { signals }),
  })

export const record = (state: AutopilotState, decision: Omit<RecordedDecision, 'state'>): AutopilotState => ({
  ...state,
  decisions: [...state.decisions, { state: stateNameOf(state), ...decision }],
})

/** The same question opens again when the run is resumed. */
export const stop: Choice = option(
  'Stop',
  'the run pauses here; harness resume asks again',
  'stopped',
  (state, at) => go(state, { phase: 'stopped', back: at }),
)

/** What a person adds to a list in their own words. */
export const withWords = (items: readonly string[], reason: string): readonly string[] =>
  reason === '' ? items : [...items, reason]

export const bullets = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n')
