/** Test support: the performers of a run as plain functions, so that a test can replace one of them. */
import type { AnyCommand, OutcomeOf } from '@harness/core/kernel/effect'
import type { Attempt } from '../effects/failure/attempt.ts'
import type { Performer, Performers } from '../effects/performer.ts'

/** `mergeLane` performs MergeLane. */
export type Acts<Command extends AnyCommand> = {
  readonly [Name in Command['type'] as Uncapitalize<Name>]: (
    command: Extract<Command, { readonly type: Name }>,
    attempt: Attempt,
  ) => Promise<OutcomeOf<Extract<Command, { readonly type: Name }>>>
}

export const actsOf = <Command extends AnyCommand>(performers: Performers<Command>): Acts<Command> =>
  Object.fromEntries(
    Object.entries<Performer>(performers).map(([type, { perform }]) => [
      type.charAt(0).toLowerCase() + type.slice(1),
      perform,
    ]),
  ) as Acts<Command>

export const performersOf = <Command extends AnyCommand>(acts: Acts<Command>): Performers<Command> =>
  Object.fromEntries(
    Object.entries(acts).map(([name, perform]) => [
      name.charAt(0).toUpperCase() + name.slice(1),
      { perform },
    ]),
  ) as Performers<Command>
