/**
 * Owns what an effect is to a playbook: a command that names, in its type, the outcomes it ends in. A playbook is
 * generic in its commands, so no list of all effects exists.
 */
import type { OutcomeBase, RunEvent } from './event.ts'
import type { CommandId } from './ids.ts'

declare const outcomes: unique symbol

/** A command called `Name` that ends in exactly one `Outcome`. */
export interface Ask<Name extends string, Outcome extends AnyOutcome> {
  readonly type: Name
  readonly id: CommandId
  readonly [outcomes]?: Outcome
}

export interface AnyOutcome extends OutcomeBase {
  readonly type: string
}

export type AnyCommand = Ask<string, AnyOutcome>

/** What a command, or each of several, can end in. */
export type OutcomeOf<Command> = Command extends Ask<string, infer Outcome> ? Outcome : never

/** All that happens in a run whose playbook wants these commands. */
export type EventOf<Command> = RunEvent<Command> | OutcomeOf<Command>

/** What happens in a run of any playbook. */
export type AnyEvent = EventOf<AnyCommand>
