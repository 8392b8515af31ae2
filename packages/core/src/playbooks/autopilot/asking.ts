/** Owns the gates of an autopilot. Every answer is recorded in `decisions[]`. */
import { type Choosing, choiceRoom, type Deed } from '../../work/choice-rooms.ts'
import type { Room } from '../../work/rooms.ts'
import { choices } from './choices.ts'
import type { Signals } from './documents.ts'
import type { Command } from './effects.ts'
import { recordAnswer, skipPhase } from './moves.ts'
import { type AutopilotState, go, type In, type Place } from './state.ts'

type Choices = typeof choices

/** Choices that do the same at each gate. A question that stops the run opens again when it is resumed. */
const known = {
  'skip-phase': skipPhase,
  stop: (state: AutopilotState, at: Place) => go(state, { phase: 'stopped', back: at }),
}

interface Asking<Phase extends keyof Choices> extends Omit<Choosing<AutopilotState, In<Phase>>, 'choices'> {
  readonly deeds: Readonly<
    Record<Exclude<keyof Choices[Phase], keyof typeof known>, Deed<AutopilotState, In<Phase>>>
  >
  /** What the person saw of a plan. */
  readonly signals?: (state: AutopilotState) => Signals
}

export const asks = <Phase extends keyof Choices>(
  phase: Phase,
  { signals, deeds, ...asked }: Asking<Phase>,
): Room<AutopilotState, In<Phase>, Command> =>
  choiceRoom(
    { ...asked, choices: choices[phase], deeds: { ...known, ...deeds } },
    (state, _at, what, answer) => recordAnswer(state, what, answer, signals?.(state)),
  )

/** What a person adds to a list in their own words. */
export const withWords = (items: readonly string[], words: string): readonly string[] =>
  words === '' ? items : [...items, words]
