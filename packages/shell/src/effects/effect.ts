/**
 * Owns what an effect is to the shell: one record that says how a command is performed, how each of its outcomes is
 * redacted, told and replayed, and which line says that it started. A playbook lists the records of its commands.
 */
import type { AnyCommand, AnyOutcome, OutcomeOf } from '@harness/core/kernel/effect'
import type { CommitHash } from '@harness/core/kernel/ids'
import type { Redactor } from '../machine/redaction/redactor.ts'
import type { Attempt } from './failure/attempt.ts'
import type { ProgressLine, ProgressSight, Told } from './progress-line.ts'

export interface Effect<Command extends AnyCommand, Ports> {
  readonly type: Command['type']
  /**
   * Ends in one outcome. Expected failure is an outcome; only a broken invariant throws. It is safe to call again with
   * the same command after a crash; the comment of its file says how.
   */
  readonly perform: (command: Command, attempt: Attempt, ports: Ports) => Promise<OutcomeOf<Command>>
  readonly outcomes: Endings<OutcomeOf<Command>>
  /** The line that says it started; absent if it needs none. */
  started?(command: Command, sight: ProgressSight, at: number): ProgressLine | null
  /** What the live line calls it; absent if that is its name. */
  underWay?(command: Command): string
  /** What a resumed run says that it continues with; absent if it is not worth a word. */
  resumes?(command: Command): readonly string[]
  /** Its outcome may carry the notes that the run has to tell first. */
  readonly carriesNotes?: true
  /** A replay performs it to change documents, and takes the recorded outcome all the same. */
  readonly performedInReplay?: true
}

/** A record for each outcome: the compiler names a missing one. */
export type Endings<Outcome extends AnyOutcome> = {
  readonly [Name in Outcome['type']]: Ending<Extract<Outcome, { readonly type: Name }>>
}

/** How one outcome is told, redacted and replayed. */
export interface Ending<Outcome extends AnyOutcome> {
  /** Null if it needs no line. */
  line(outcome: Outcome, told: Told): ProgressLine | null
  /** What the run's log says beside its name; absent if nothing. */
  log?(outcome: Outcome): string
  /** Redacts the words that came from outside; absent if they were redacted as they came in. */
  redact?(outcome: Outcome, redact: Redactor): Outcome
  readonly replay: Replay<Outcome>
}

/** How a replay gets the outcome of a command. */
export type Replay<Outcome extends AnyOutcome> = AsRecorded<Outcome> | Again<Outcome>

/** The outcome came from people, a forge, documents or time, or from trouble outside the run: it is the recorded one. */
export interface AsRecorded<Outcome extends AnyOutcome> {
  readonly how: 'recorded'
  /** The commit of the base branch afterwards; absent if it did not move. */
  baseAfter?(before: Outcome): CommitHash
}

/** The command is performed again, and must come to the same. */
export interface Again<Outcome extends AnyOutcome> {
  readonly how: 'again'
  /** The commit of the base branch when the command looked at it; null if that is not known any more. */
  baseBefore?(before: Outcome, repoRoot: string): Promise<CommitHash | null>
  /** Puts into the repository of the replay what people had put there before the command. */
  bring?(before: Outcome, repoRoot: string): Promise<void>
  /** Takes from the recorded outcome what depends on place and moment. */
  reconcile?(before: Outcome, again: Outcome, repoRoot: string): Outcome | Promise<Outcome>
}

export const asRecorded = { how: 'recorded' } as const
export const again = { how: 'again' } as const

/** The records of a playbook's commands: the compiler names a missing one. */
export type Effects<Command extends AnyCommand, Ports> = {
  readonly [Name in Command['type']]: Effect<Extract<Command, { readonly type: Name }>, Ports>
}

/** What code that serves every playbook may look up by the name of a command. */
export type AnyEffects = Readonly<Record<string, Omit<Effect<AnyCommand, never>, 'perform'>>>

/** The record of an outcome; null if the effect does not end in it. */
export const endingIn = (endings: Endings<AnyOutcome>, { type }: AnyOutcome): Ending<AnyOutcome> | null =>
  (Object.hasOwn(endings, type) ? endings[type] : undefined) ?? null

/** What the run's log says of an outcome beside its name. */
export const logDetail =
  (effects: AnyEffects) =>
  (outcome: AnyOutcome): string =>
    endingOf(effects, outcome)?.log?.(outcome) ?? ''

/** The record of an outcome whose command is not at hand; null if no effect ends in it. */
export function endingOf(effects: AnyEffects, outcome: AnyOutcome): Ending<AnyOutcome> | null {
  for (const { outcomes } of Object.values(effects)) {
    const ending = endingIn(outcomes, outcome)
    if (ending !== null) return ending
  }
  return null
}
