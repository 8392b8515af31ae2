/**
 * Owns rooms whose choices are rows of a table. What a choice is called, records and leads to stands in the table; what it does
 * stands in the room.
 */
import type { AskHuman } from '../effects/ask-human.ts'
import type { AnyCommand } from '../kernel/effect.ts'
import type { GateChoice } from '../kernel/gate.ts'
import type { GateAnswer } from '../kernel/gate-answer.ts'
import { gateRoom, option, type Question } from './gate-rooms.ts'
import type { Placed, Room } from './rooms.ts'

export type Choice = readonly [label: string, records: string, words: GateChoice['words'], leadsTo: string]

/** What a choice does; `words` are the person's. */
export type Deed<State, At> = (state: State, at: At, words: string) => State

export interface Choosing<State, At> extends Omit<Question<State, At>, 'options'> {
  /** By name, in the order in which they are shown. One without a deed is not offered. */
  readonly choices: Readonly<Record<string, Choice>>
  readonly deeds: Readonly<Record<string, Deed<State, At>>>
  /** The choices that are not offered now. */
  readonly hides?: (state: State, at: At) => readonly string[]
  /** Choices of this question alone. They come first. */
  readonly more?: (state: State, at: At) => Readonly<Record<string, readonly [Choice, Deed<State, At>]>>
}

export const choiceRoom = <State extends Placed, At, Command extends AnyCommand | AskHuman>(
  { choices, deeds, hides, more, ...question }: Choosing<State, At>,
  record: (state: State, at: At, records: string, answer: GateAnswer) => State,
): Room<State, At, Command> => {
  const options = (state: State, at: At) => {
    const hidden = hides?.(state, at) ?? []
    const offered = Object.entries(choices).flatMap(([name, choice]) => {
      const deed = hidden.includes(name) ? undefined : deeds[name]
      return deed === undefined ? [] : [[name, [choice, deed]] as const]
    })
    const all = [...Object.entries(more?.(state, at) ?? {}), ...offered]
    return Object.fromEntries(all.map(([name, [choice, deed]]) => [name, optionOf(choice, deed)]))
  }
  return gateRoom({ ...question, options }, record)
}

const optionOf = <State, At>([label, records, words, leadsTo]: Choice, deed: Deed<State, At>) =>
  option<State, At>(label, leadsTo, records, (state, at, { reason }) => deed(state, at, reason), words)
