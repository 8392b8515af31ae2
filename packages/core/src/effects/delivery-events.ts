/** What only deliveries ask for: plans, and pull requests at a forge. */
import type { AgentError } from '../kernel/agent.ts'
import type { CommitHash } from '../kernel/ids.ts'
import type { OutcomeBase } from './event-base.ts'

export interface PlanRead extends OutcomeBase {
  readonly type: 'PlanRead'
  /** How the file differs from what the run knows; null where it does not. `text` is null where the file is gone. */
  readonly edit: { readonly text: string | null; readonly difference: string } | null
  /** The base has it completed, by that commit: `by` tells whose it is and what it says. Absent where it has not. */
  readonly completed?: { readonly commit: CommitHash; readonly by: string }
}

export interface PullOpened extends OutcomeBase {
  readonly type: 'PullOpened'
  readonly number: number
  readonly url: string
  /** False where it was open already. */
  readonly created: boolean
}

export interface CiReported extends OutcomeBase {
  readonly type: 'CiReported'
  /** `absent`: nothing reports for this commit; `silent`: what should report had not by the deadline. */
  readonly state: 'passed' | 'failed' | 'absent' | 'silent'
  readonly jobs: readonly CiJob[]
}

export interface CiJob {
  readonly name: string
  readonly state: 'passed' | 'failed' | 'pending'
  readonly url: string
  readonly summary: string
}

/** A person closed the pull request without merging it. */
export interface PullClosed extends OutcomeBase {
  readonly type: 'PullClosed'
  readonly number: number
  readonly url: string
}

/** The forge did not do it: its answer falls into the same classes as an agent's failure. */
export interface ForgeFailed extends OutcomeBase {
  readonly type: 'ForgeFailed'
  readonly error: AgentError
}

export interface PlanCompleted extends OutcomeBase {
  readonly type: 'PlanCompleted'
  readonly path: string
  readonly commit: CommitHash
}
