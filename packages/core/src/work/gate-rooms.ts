/** Owns rooms in which a person chooses. Each choice says in one place what it is called, leads to, records and does. */
import type { AskHuman } from '../effects/ask-human.ts'
import type { AnyCommand } from '../kernel/effect.ts'
import { exitCode } from '../kernel/exit-code.ts'
import type { GateChoice } from '../kernel/gate.ts'
import type { GateAnswer } from '../kernel/gate-answer.ts'
import { nextId } from './dispatch.ts'
import type { Placed, Room } from './rooms.ts'

export interface Option<State, At> extends Omit<GateChoice, 'name' | 'waives'> {
  /** What the record of decisions calls it. */
  readonly records: string
  readonly does: Deed<State, At>
}

type Deed<State, At> = (state: State, at: At, answer: GateAnswer) => State

export const option = <State, At>(
  label: string,
  leadsTo: string,
  records: string,
  does: Deed<State, At>,
  words: GateChoice['words'] = 'none',
): Option<State, At> => ({ label, leadsTo, records, does, words })

type Told<State, At, Value> = (state: State, at: At) => Value

export interface Question<State, At> {
  readonly name: string
  readonly question: Told<State, At, string>
  readonly detail?: Told<State, At, string>
  /** Of the content that the person approves. */
  readonly digest?: Told<State, At, string>
  readonly options: Told<State, At, Readonly<Record<string, Option<State, At>>>>
}

/** `record` is told of every answer before it does anything, so that no room can forget it. */
export const gateRoom = <State extends Placed, At, Command extends AnyCommand | AskHuman>(
  { name, question, detail, digest, options }: Question<State, At>,
  record: (state: State, at: At, records: string, answer: GateAnswer) => State,
): Room<State, At, Command> =>
  ({
    wants: (state: State, at: At): AskHuman => ({
      type: 'AskHuman',
      id: nextId(state, 'ask', name),
      gate: {
        name,
        question: question(state, at),
        detail: detail?.(state, at) ?? '',
        choices: Object.entries(options(state, at)).map(([choice, { label, leadsTo, words }]) => ({
          name: choice,
          label,
          leadsTo,
          words,
        })),
        digest: digest?.(state, at) ?? null,
        exitCode: exitCode.waitingAtGate,
      },
    }),
    outcomes: {
      GateAnswered(state: State, at: At, { answer }: { readonly answer: GateAnswer }): State {
        const chosen = options(state, at)[answer.choice]
        return chosen === undefined
          ? state
          : chosen.does(record(state, at, chosen.records, answer), at, answer)
      },
    },
  }) as unknown as Room<State, At, Command>
