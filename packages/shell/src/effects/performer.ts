/** Owns the effects of one run, bound to what they may touch: the engine looks them up by the name of a command. */
import type { AnyCommand, AnyOutcome, OutcomeOf } from '@harness/core/kernel/effect'
import { InvariantError } from '@harness/core/kernel/invariant'
import type { Redactor } from '../machine/redaction/redactor.ts'
import { namesInText } from '../store/layout/repository-names.ts'
import type { Effects, Endings } from './effect.ts'
import type { Attempt } from './failure/attempt.ts'
import { redactedOutcome } from './redacted-outcome.ts'

export interface Performer<Command extends AnyCommand = AnyCommand> {
  perform(command: Command, attempt: Attempt): Promise<OutcomeOf<Command>>
  /** Its outcome may carry the notes that the run has to tell first. */
  readonly carriesNotes?: true
}

/** A performer for each command of a playbook: the compiler names a missing one. */
export type Performers<Command extends AnyCommand> = {
  readonly [Name in Command['type']]: Performer<Extract<Command, { readonly type: Name }>>
}

export type AnyPerformers = Readonly<Record<string, Performer>>

interface Unbound<Ports> {
  readonly type: string
  readonly perform: (command: never, attempt: Attempt, ports: Ports) => Promise<AnyOutcome>
  readonly outcomes: Endings<AnyOutcome>
  readonly carriesNotes?: true
}

interface BoundPorts {
  readonly redact: Redactor
  readonly repoRoot?: string
}

/** Every outcome is redacted before the engine sees it. Its notes name places relative to the repository. */
export function bindEffects<Command extends AnyCommand, Ports extends BoundPorts>(
  effects: Effects<Command, Ports>,
  ports: Ports,
): Performers<Command> {
  const bound = Object.values<Unbound<Ports>>(effects).map(({ type, perform, outcomes, carriesNotes }) => {
    const performer: Performer = {
      perform: async (command, attempt) =>
        withNamedPlaces(
          redactedOutcome(await perform(command as never, attempt, ports), outcomes, ports.redact),
          ports.repoRoot,
        ),
      ...(carriesNotes === undefined ? {} : { carriesNotes }),
    }
    return [type, performer] as const
  })
  return Object.fromEntries(bound) as unknown as Performers<Command>
}

const withNamedPlaces = (outcome: AnyOutcome, repoRoot: string | undefined): AnyOutcome =>
  repoRoot === undefined || outcome.notes === undefined
    ? outcome
    : { ...outcome, notes: outcome.notes.map((note) => namesInText(repoRoot, note)) }

/** Throws if nothing performs it: a run that starts has been checked for that. */
export function performerOf({ type }: AnyCommand, performers: AnyPerformers): Performer {
  const performer = Object.hasOwn(performers, type) ? performers[type] : undefined
  if (performer === undefined) throw new InvariantError(`nothing performs ${type}`)
  return performer
}
