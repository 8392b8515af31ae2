/** Owns what a playbook shows on the command line beside what its registration says. Every part has a default. */
import type { AgentFinished } from '@harness/core/effects/run-agent'
import type { AnyCommand, AnyEvent } from '@harness/core/kernel/effect'
import type { CommandId } from '@harness/core/kernel/ids'
import type { HarnessConfig } from '@harness/formats/config/harness-config'
import type { OnAgentEvent } from '@harness/shell/effects/agents/port/agent-ports'
import type { TrustedFiles } from '@harness/shell/effects/documents/trusted-files'
import type { ProgressLine } from '@harness/shell/effects/progress-line'
import type { Registration } from '@harness/shell/engine/registration'
import type { SpendingState } from '@harness/shell/store/sidecars/run-sidecars'
import type { Terminal } from '../terminal/terminal.ts'
import type { CommandContext } from './command.ts'

export interface Face<State extends SpendingState> {
  readonly registration: Registration<unknown, State>
  readonly telling?: Telling<State>
  /** Progress in a form of its own; a line for each event if absent. */
  openProgress?(options: ProgressOptions): SeenProgress<State>
  /** Opens the repository of its runs; a config is needed if absent. */
  openTarget?(context: CommandContext, purpose: Purpose): Promise<RunTarget>
}

/** Whether agents will work, recorded ones are played again, or nothing of the repository is executed. */
export type Purpose = 'drive' | 'replay' | 'look'

/** What progress says beside the report. */
export interface Telling<State> {
  /** Said of a command that starts, beside what it is. */
  aside?(state: State, command: AnyCommand): string | null
  /** The part of the run that a command is about: `F-001`; null for the whole. */
  partOf?(command: CommandId): string | null
  /** The line for an answer; null if what changed tells it. */
  answerLine?(state: State, event: AgentFinished, spent: readonly (string | null)[]): ProgressLine | null
  /** True if a role only reads, so that progress need not say that it changed nothing. */
  readsOnly?(role: string): boolean
}

export interface ProgressOptions {
  readonly terminal: Terminal
  now(): number
  /** True if standard output is for a program: progress then goes to standard error. */
  readonly aside: boolean
  /** True if the operator wants to read what agents do as they do it. */
  readonly verbose?: boolean
}

export interface SeenProgress<State> {
  onEvent(event: AnyEvent, state: State): void
  onAgent: OnAgentEvent
  /** Removes the live line until the next event, because something else needs the terminal. */
  pause(): void
  close(): void
}

/** What a run needs to know of its repository. */
export interface RunTarget {
  readonly root: string
  readonly stateDir: string
  readonly config: HarnessConfig
  /** The files that the operator trusts; absent if the operator was not asked. */
  readonly trusted?: TrustedFiles
}

/** A face whose states only itself looks into. */
export type AnyFace = Face<SpendingState>

export const anyFace = <State extends SpendingState>(face: Face<State>): AnyFace => face as unknown as AnyFace
