/**
 * Owns what a playbook registers with the engine. Summary, `show`, progress, resume, abandon and replay derive from it.
 * A playbook and its report are enough; everything else has a default.
 */
import type { ModelTier } from '@harness/core/kernel/agent'
import type { AnyCommand, AnyEvent } from '@harness/core/kernel/effect'
import type { OwnProgram, RunEnd } from '@harness/core/kernel/event'
import type { RunId } from '@harness/core/kernel/ids'
import type { Playbook } from '@harness/core/kernel/playbook'
import type { KnownRole } from '@harness/core/kernel/playbook-identity'
import type { Contract } from '@harness/formats/answers/contract'
import type { HarnessConfig } from '@harness/formats/config/harness-config'
import type { DocumentKinds } from '../effects/documents/document-desk.ts'
import type { AnyEffects } from '../effects/effect.ts'
import type { KnownLane } from '../effects/lanes/restore-lane.ts'
import type { AnyPerformers } from '../effects/performer.ts'
import type { RunRef, RunStore } from '../store/port/run-store.ts'
import type { OwnSidecar, SpendingState } from '../store/sidecars/run-sidecars.ts'
import type { PreparedRun, RunPlace, RunResult } from './conduct/conduct-run.ts'
import type { GivingUp } from './conduct/give-up-run.ts'
import type { RunOutside } from './conduct/run-outside.ts'
import type { ReplayPlace } from './replay/replayed-playbook.ts'
import type { GivenReport, PathOf } from './run-report.ts'

export interface Registration<Input, State extends SpendingState> {
  readonly playbook: Playbook<Input, State, AnyCommand>
  report(state: State, pathOf: PathOf): GivenReport
  /** The agents that a run may send; none if absent. */
  readonly roles?: readonly KnownRole[]
  /** What its agents may answer. A command names its contract; none if absent. */
  readonly contracts?: readonly Contract[]
  /** The program of a user's own playbook; absent if the harness brings the playbook. */
  readonly program?: OwnProgram
  /** True if its runs can also work in a folder without git. */
  readonly mayLackGit?: boolean
  /** True if the playbook asks no questions at the terminal: its gates stay open. */
  readonly unattended?: boolean
  /** The phases after which the operator can pause a run; none if absent. */
  readonly pausesAfter?: readonly string[]
  /** Makes what a new run is told, from the config, the command line and documents. */
  begin?(outside: RunOutside, asked: Asked, runId: RunId): Promise<Input>
  /** Takes the secrets out of what a new run is told. */
  journaled?(input: Input, redact: (text: string) => string): Input
  /** The config as this playbook reads it. */
  configure?(config: HarnessConfig): HarnessConfig
  /** The model tier of each role; the tiers of `roles` if absent. */
  tiersIn?(config: HarnessConfig): Readonly<Record<string, ModelTier>>
  /** Throws if no run can start or resume here. Nothing has been changed by then. */
  refuse?(options: AttendedOptions<State>): Promise<void>
  /** Throws if a run in this state cannot be resumed in this checkout. */
  guard?(state: State, resumed: ResumedRun): Promise<void>
  /** Throws if the run cannot be driven now; `stood` is null for a new run. */
  ready?(options: AttendedOptions<State>, stood: State | null): Promise<void>
  /** The lanes that a resumed run needs: those that are gone are made again. None if absent; `prepare` replaces it. */
  lanesOf?(state: State): readonly KnownLane[]
  /** Makes what a run works with; what performs its effects alone if absent. */
  prepare?(
    options: AttendedOptions<State>,
    place: DrivenPlace<Input, State>,
  ): Promise<PreparedRun<Input, State>>
  /** The codec of each document that its runs read or edit; none if absent. */
  readonly documents?: DocumentKinds
  /** The records of its commands; those of the shared effects if absent. */
  readonly effects?: AnyEffects
  /** What performs its effects, in a run and in its replay; the shared effects if absent. */
  performersFor?(place: ReplayPlace, input: Input): Promise<AnyPerformers>
  /** The branch that a run merges into; the input's `baseBranch` if absent. */
  baseBranchOf?(input: Input): string
  /** The end of a run that a person abandons; null if it can only be resumed. */
  givenUp?(state: State, by: string, reason: string): RunEnd | null
  /** The files that tell other tools of a run that is abandoned; none if absent. */
  sidecarOf?(stood: State, place: GivingUp, sanitise: (text: string) => string): Promise<OwnSidecar<State>>
  /** Listens to a run for what a program is told at its end; the fields of the report if absent. */
  listen?(): Listener<State>
}

/** A run that is about to be resumed in a checkout. */
export interface ResumedRun {
  readonly repoRoot: string
  readonly runs: RunStore
  readonly run: RunRef
}

/** What the operator asked for on the command line. */
export type Asked = Readonly<Record<string, unknown>>

export interface DrivenPlace<Input, State> extends RunPlace<State> {
  /** What a new run is told; null if the run is resumed. */
  readonly begin: Input | null
  /** What the first outcome of a new run says beside itself. */
  readonly notes: readonly string[]
}

export interface Listener<State> {
  hear?(event: AnyEvent, state: State): void
  /** What only this playbook tells a program. */
  fields(state: State): Readonly<Record<string, unknown>>
}

/** What a run is given if a command attends it. */
export interface AttendedOptions<State> extends RunOutside {
  onEvent(event: AnyEvent, state: State): void
  /** Told the run's folder before its first event. */
  onPlace?(runDir: string): void
  /** Told at once what the operator should know of the run. */
  onNote?(note: string): void
  /** Aborted when the operator wants this process to let go. */
  readonly stop: AbortSignal
  /** The phase after which the run pauses; null to go on to the end. */
  readonly until: string | null
}

/** How a run ended or rests, as the operator is told. */
export interface ToldResult
  extends Pick<
    RunResult<unknown>,
    'subject' | 'runId' | 'tokensTotal' | 'usd' | 'unpricedCalls' | 'logPath' | 'exitCode' | 'rest'
  > {
  /** Null if the run has none, or several. */
  readonly branch: string | null
  /** What only this playbook tells a program. */
  readonly fields: Readonly<Record<string, unknown>>
}

/** A registration whose states only itself looks into. */
export type AnyRegistration = Registration<unknown, SpendingState>

export const anyRegistration = <Input, State extends SpendingState>(
  registration: Registration<Input, State>,
): AnyRegistration => registration as unknown as AnyRegistration
