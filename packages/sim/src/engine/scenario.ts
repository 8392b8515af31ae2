/**
 * Owns what the engine of the simulation asks of a playbook's world. Loop, crashes, clock, journal and people's inbox
 * are the same for every playbook; a new one brings a scenario of its own.
 */

import type { AskHuman } from '@harness/core/effects/ask-human'
import type { AnyCommand, AnyEvent } from '@harness/core/kernel/effect'
import type { RunInterrupted } from '@harness/core/kernel/event'
import type { GateAnswer } from '@harness/core/kernel/gate-answer'
import type { CommandId, RunId } from '@harness/core/kernel/ids'
import type { Playbook } from '@harness/core/kernel/playbook'
import type { AnyPerformers } from '@harness/shell/effects/performer'
import type { Checker } from './checker.ts'
import type { Effect } from './effect.ts'
import type { Manners } from './manners.ts'
import type { Random } from './random.ts'
import type { SimProcess } from './sim-process.ts'
import type { Tally } from './tally.ts'
import type { Timeline } from './timeline.ts'
import type { WallClock } from './wall-clock.ts'

/** What a world is built on. */
export interface Stage {
  readonly random: Random
  readonly timeline: Timeline
  readonly wall: WallClock
  readonly tally: Tally
  changed(effect: Effect): void
  /** A person stops the run, wherever it is. */
  interrupt(reason: RunInterrupted['reason']): void
  /** What is said at the terminal of the process that asks; waits for ever if no person is there. */
  answerAtTerminal(question: AskHuman, process: SimProcess, signal: AbortSignal): Promise<GateAnswer>
}

export interface World<State> {
  readonly manners: Manners
  readonly checkers: readonly Checker<State>[]
  performers(process: SimProcess): AnyPerformers
  /** This and what follows: absent if it never is. */
  isFrozen?(): boolean
  /** Whether the disk of the journal is full at its next sync. */
  isDiskFull?(): boolean
  /** Whether the sidecars cannot be written when the next event is observed. */
  isSidecarDiskFull?(): boolean
  /** What the run left in the world, in a form that can be compared. */
  traces(): unknown
  /** Told of every record that is on disk, as people who watch the run are. */
  heard?(event: AnyEvent): void
  /** Notes in the tally what this state stands for. */
  visited(state: State): void
}

/** A run that comes to no rest within these is broken. */
export interface SimLimits {
  readonly processes: number
  readonly events: number
  readonly steps: number
}

export const usualLimits: SimLimits = { processes: 250, events: 4_000, steps: 50_000 }

export interface Scenario<Input, State> {
  readonly name: string
  readonly playbook: Playbook<Input, State, AnyCommand>
  readonly runId: RunId
  readonly input: Input
  /** The phase after which the first process pauses. */
  readonly until: string | null
  readonly attended: boolean
  /** How much is too much, for a run that is larger than the others; absent for the usual. */
  readonly limits?: Partial<SimLimits>
  /** If a sandbox holds what the run starts; absent if not. */
  readonly confined?: boolean
  /** What must be true of every run of every playbook. `given` are the answers that people gave. */
  ofEveryRun(
    scenario: Scenario<Input, State>,
    given: ReadonlyMap<string, CommandId>,
  ): readonly Checker<State>[]
  open(stage: Stage): World<State>
}
