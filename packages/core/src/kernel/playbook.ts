/** Owns what a playbook is: three pure functions, generic in the commands it wants. */
import type { AnyCommand, EventOf } from './effect.ts'
import type { RunEnd } from './event.ts'
import type { Versioned } from './upcast.ts'

/**
 * What a state asks for. `perform` and `wait` list every command wanted in flight now, those already in flight
 * included; `wait` means that only a person can move the run on.
 */
export type Decision<Command extends AnyCommand = AnyCommand> =
  | { readonly type: 'perform'; readonly commands: readonly Command[] }
  | { readonly type: 'wait'; readonly commands: readonly Command[] }
  | { readonly type: 'end'; readonly end: RunEnd }

/** A way of working: total, pure, and the same answer if it is asked twice. */
export interface Playbook<Input, State, Command extends AnyCommand = AnyCommand> extends Versioned {
  readonly name: string
  /** Tells the states of two programs of one version apart; absent if the version does. */
  readonly build?: string
  /** The names of its commands, if no compiler has checked that all of them are performed. */
  readonly effects?: readonly Command['type'][]
  initialState(input: Input): State
  decide(state: State): Decision<Command>
  evolve(state: State, event: EventOf<Command>): State
}

export const definePlaybook = <Input, State, Command extends AnyCommand>(
  playbook: Playbook<Input, State, Command>,
): Playbook<Input, State, Command> => playbook

export const perform = <Command extends AnyCommand>(...commands: readonly Command[]): Decision<Command> => ({
  type: commands.length > 0 && commands.every(({ type }) => type === 'AskHuman') ? 'wait' : 'perform',
  commands,
})

export const end = (runEnd: RunEnd): Decision<never> => ({ type: 'end', end: runEnd })

/** Nothing more is wanted at the end. */
export const commandsOf = (decision: Decision): readonly AnyCommand[] =>
  decision.type === 'end' ? [] : decision.commands
