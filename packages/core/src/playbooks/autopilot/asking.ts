/** Owns the gates of an autopilot. Every answer is recorded in `decisions[]`. */
import { gateRoom, type Option, option, type Question } from '../../work/gate-rooms.ts'
import type { Room } from '../../work/rooms.ts'
import { type Choice, choices } from './choices.ts'
import type { Signals } from './documents.ts'
import type { Command } from './effects.ts'
import { recordAnswer, skipPhase } from './moves.ts'
import { type AutopilotState, go, type In, type Place } from './state.ts'

type Gated = keyof typeof choices
/** What a choice does; `words` are the person's. */
type Deed<At> = (state: AutopilotState, at: At, words: string) => AutopilotState

type Own<At> = readonly [Choice, Deed<At>]

interface Asking<Phase extends Gated> extends Omit<Question<AutopilotState, In<Phase>>, 'options'> {
  readonly deeds: Readonly<
    Record<Exclude<keyof (typeof choices)[Phase], keyof typeof known>, Deed<In<Phase>>>
  >
  /** The choices that are not offered now. */
  readonly hides?: (state: AutopilotState, at: In<Phase>) => readonly string[]
  /** Choices of this question alone. They come first. */
  readonly more?: (state: AutopilotState, at: In<Phase>) => Readonly<Record<string, Own<In<Phase>>>>
  /** What the person saw of a plan. */
  readonly signals?: (state: AutopilotState) => Signals
}

/** Choices that do the same at each gate. A question that stops the run opens again when it is resumed. */
const known = {
  'skip-phase': skipPhase,
  stop: (state: AutopilotState, at: Place) => go(state, { phase: 'stopped', back: at }),
}

const optionOf = <At>([[label, records, words, leadsTo], deed]: Own<At>): Option<AutopilotState, At> =>
  option(label, leadsTo, records, (state, at, { reason }) => deed(state, at, reason), words)

export const asks = <Phase extends Gated>({
  deeds,
  hides,
  more,
  signals,
  ...question
}: Asking<Phase>): Room<AutopilotState, In<Phase>, Command> => {
  const deedOf: Readonly<Record<string, Deed<In<Phase>>>> = { ...known, ...deeds }
  return gateRoom(
    {
      ...question,
      options(state, at) {
        const hidden = hides?.(state, at) ?? []
        const offered = Object.entries<Choice>(choices[at.phase as Phase]).flatMap(([name, choice]) => {
          const deed = hidden.includes(name) ? undefined : deedOf[name]
          return deed === undefined ? [] : [[name, [choice, deed]] as const]
        })
        const all = [...Object.entries(more?.(state, at) ?? {}), ...offered]
        return Object.fromEntries(all.map(([name, own]) => [name, optionOf(own)]))
      },
    },
    (state, _at, what, answer) => recordAnswer(state, what, answer, signals?.(state)),
  )
}

/** What a person adds to a list in their own words. */
export const withWords = (items: readonly string[], words: string): readonly string[] =>
  words === '' ? items : [...items, words]
