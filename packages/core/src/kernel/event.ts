/** Owns what every run records, whatever its playbook: its start, its commands, its interruptions and its end. */
import type { Spending } from './agent.ts'
import type { AnyCommand, AnyOutcome } from './effect.ts'
import type { ExitCode } from './exit-code.ts'
import type { CommandId, RunId } from './ids.ts'

/** What happens to a run itself. */
export type RunEvent<Command = AnyCommand> =
  | RunStarted
  | CommandIssued<Command>
  | RunInterrupted
  | RunResumed
  | RunEnded

export interface EventBase {
  readonly at: number
}

export interface OutcomeBase extends EventBase {
  readonly commandId: CommandId
  /** What a person should hear of beside it: what was left, kept or moved aside, and where. Decides nothing. */
  readonly notes?: readonly string[]
  /** What the report has to say of its agent on this machine, as a sentence: what it could not do, which answer outlived a crash. */
  readonly lacked?: string
}

export interface RunStarted extends EventBase {
  readonly type: 'RunStarted'
  readonly runId: RunId
  readonly playbook: string
  readonly playbookVersion: number
  readonly input: unknown
  /** What the run keeps to of the repository's own; absent in journals of before. */
  readonly own?: OwnFiles
  /** If a sandbox holds the agents and programs that this process starts; absent if not. */
  readonly confined?: boolean
}

/** What is in a repository's `.harness/` and speaks or runs for it, as it was when the run began. */
export interface OwnFiles {
  /** The texts of roles, by role. */
  readonly roles: Readonly<Record<string, string>>
  /** A mark of the content of each hook, by its name. */
  readonly hooks: Readonly<Record<string, string>>
  /** The digest of each skill, slash command and tool server that agents may use; absent if there are none. */
  readonly extensions?: Readonly<Record<string, string>>
  /** The program of the user's own playbook; absent if the harness brings the playbook. */
  readonly program?: OwnProgram
}

/** The files of the repository that a user's own playbook was loaded from. */
export interface OwnProgram {
  /** The file that exports it. */
  readonly file: string
  /** The texts of all files, by their names relative to the repository. */
  readonly modules: Readonly<Record<string, string>>
}

export interface CommandIssued<Command = AnyCommand> extends EventBase {
  readonly type: 'CommandIssued'
  readonly command: Command
}

/** The process let go of the run; commands without an outcome are taken up again on resume. */
export interface RunInterrupted extends EventBase {
  readonly type: 'RunInterrupted'
  readonly reason: 'signal' | 'stopped' | 'frozen'
  /** What cancelled agent calls had cost by then. */
  readonly spent: readonly { readonly commandId: CommandId; readonly spending: Spending }[]
}

export interface RunResumed extends EventBase {
  readonly type: 'RunResumed'
  /** The version of the playbook that writes the events from here on; absent if it is the one before. */
  readonly playbookVersion?: number
  /** The phase after which the run pauses again; null to go on to the end. */
  readonly until: string | null
  /** New limits that people have set since; absent if there are none. */
  readonly limits?: { readonly maxIterations: number; readonly timeoutMinutes: number }
  /** The program that decides from here on; absent if it is the one before. */
  readonly program?: OwnProgram
  /** If a sandbox holds the agents and programs that this process starts; absent if not. */
  readonly confined?: boolean
}

/** How a run ends, or pauses where `resumable`. */
export interface RunEnd {
  readonly outcome: 'done' | 'halted' | 'blocked' | 'paused'
  readonly exitCode: ExitCode
  readonly reason: string
  /** What the operator can do now. */
  readonly next: string
  readonly resumable: boolean
  /** Markdown for the run's report: findings, evidence, what was tried. */
  readonly report: string
}

export interface RunEnded extends EventBase {
  readonly type: 'RunEnded'
  readonly end: RunEnd
}

export const isOutcome = <Outcome extends OutcomeBase>(event: RunEvent | Outcome): event is Outcome =>
  'commandId' in event

/** True if the run itself recorded this under that name. Outcomes have names of their own. */
export const isRunEvent = <Name extends RunEvent['type']>(
  event: RunEvent | AnyOutcome | null | undefined,
  type: Name,
): event is Extract<RunEvent, { readonly type: Name }> => event?.type === type
