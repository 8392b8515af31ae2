/** How the program shows and takes up the runs of one playbook; everything else about them is common to all. */
import type { RunEnd } from '@harness/core/kernel/event'
import type { Playbook } from '@harness/core/kernel/playbook'
import type { Command, Event } from '@harness/core/playbooks/every-effect'
import type { RunResult } from '@harness/shell/engine/conduct/conduct-run'
import type { GivingUp } from '@harness/shell/engine/conduct/give-up-run'
import type { RunOutside } from '@harness/shell/engine/conduct/run-outside'
import type { ReplayOptions, ReplayResult } from '@harness/shell/engine/replay/replay-run'
import type { KnownRun } from '@harness/shell/store/runs/runs'
import type { CommandContext } from '../../line/command.ts'
import type { Target } from '../open-target.ts'
import type { ProgressOptions } from '../progress/progress.ts'
import type { RunSight } from './run-sight.ts'

export interface RunView<State> {
  readonly playbook: Playbook<never, State, Command>
  sight(state: State): RunSight
  portrait(state: State): Portrait
  /** Throws if this run cannot be resumed here; absent if it always can. */
  guard?(state: State, repoRoot: string): Promise<void>
  resume(options: AttendedOptions<State>, run: KnownRun): Promise<ToldResult>
  /** Plays a recorded run again. */
  replay(options: ReplayOptions<State>): Promise<ReplayResult>
  /** Ends a resting run; null if going on is all that is left. */
  giveUp(options: GivingUp): Promise<RunEnd | null>
  /** Where what is seen of its runs has a form of its own; absent if it is a line for each event. */
  readonly own?: OwnSeen<State>
  /** How its repository is opened, for agents to work in or not; absent if that takes a config. */
  openTarget?(context: CommandContext, wanted: { readonly forAgents: boolean }): Promise<RunTarget>
}

/** What is seen of a run by which another tool goes, and which is therefore not ours to choose. */
export interface OwnSeen<State> {
  openProgress(options: ProgressOptions): SeenProgress<State>
}

export interface SeenProgress<State> {
  onEvent(event: Event, state: State): void
  pause(): void
  close(): void
}

/** What a run needs to know of its repository. */
export type RunTarget = Pick<Target, 'root' | 'stateDir' | 'config'>

/** What `harness show` tells beside steps, roles, notes and gates. */
export interface Portrait {
  /** What the subject is called: `plan`. */
  readonly label: string
  readonly subject: string
  /** Null if the run has more than one. */
  readonly branch: string | null
  /** Whether its lanes may be gone because they are not needed any more. */
  readonly isOver: boolean
  readonly sections: readonly PortraitSection[]
  /** For programs. */
  readonly fields: Readonly<Record<string, unknown>>
}

export interface PortraitSection {
  readonly title: string
  readonly lines: readonly string[]
}

/** What an attended run gets. */
export interface AttendedOptions<State> extends RunOutside {
  onEvent(event: Event, state: State): void
  /** Gets at once what a person who resumes a run should know. */
  onNote(note: string): void
  /** Aborted when the operator wants this process to let go. */
  readonly stop: AbortSignal
  /** The phase after which it pauses; null to go on to the end. */
  readonly until: string | null
}

/** How a run ended or rests, as it is told. */
export interface ToldResult
  extends Pick<
    RunResult<unknown>,
    'subject' | 'runId' | 'tokensTotal' | 'usd' | 'unpricedCalls' | 'logPath' | 'exitCode' | 'rest'
  > {
  /** Null if the run has more than one. */
  readonly branch: string | null
  /** What only this playbook tells a program. */
  readonly fields: Readonly<Record<string, unknown>>
}

/** A view whose states only itself looks into. */
export type AnyView = RunView<unknown>

export const anyView = <State>(view: RunView<State>): AnyView => view as unknown as AnyView
