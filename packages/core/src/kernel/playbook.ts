import type { AskHuman, Command } from '../effects/command.ts'
import type { Event, RunEnd } from '../effects/event.ts'

/**
 * What a state asks for. `perform` and `wait` list every command wanted in flight now, those already in flight
 * included; `wait` means that only a person can move the run on.
 */
export type Decision =
  | { readonly type: 'perform'; readonly commands: readonly Command[] }
  | { readonly type: 'wait'; readonly commands: readonly AskHuman[] }
  | { readonly type: 'end'; readonly end: RunEnd }

/** A way of working: total, pure, and the same answer whenever it is asked twice. */
export interface Playbook<Input, State> {
  readonly name: string
  readonly version: number
  initialState(input: Input): State
  decide(state: State): Decision
  evolve(state: State, event: Event): State
}

export const definePlaybook = <Input, State>(playbook: Playbook<Input, State>): Playbook<Input, State> =>
  playbook

export function perform(...commands: readonly Command[]): Decision {
  const gates = commands.filter((command) => command.type === 'AskHuman')
  return gates.length === commands.length && gates.length > 0
    ? { type: 'wait', commands: gates }
    : { type: 'perform', commands }
}

export const end = (runEnd: RunEnd): Decision => ({ type: 'end', end: runEnd })
