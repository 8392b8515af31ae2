import type { RunAgent } from '@harness/core/effects/run-agent'
import type { AgentError, Spending } from '@harness/core/kernel/agent'
import type { Finding } from '@harness/core/kernel/finding'
import type { Need } from '@harness/core/kernel/need'
import type { Files } from './repository.ts'

/** What an agent does in one turn. `files` is what the lane's folder holds when it stops. */
export type AgentAct =
  /** `said` is its last message; “done” if it is left out. */
  | { readonly type: 'text'; readonly files: Files; readonly said?: string }
  | {
      readonly type: 'review'
      readonly files: Files
      readonly findings: readonly Finding[]
      readonly sentinel: boolean
    }
  | { readonly type: 'pull-text'; readonly files: Files }
  | {
      readonly type: 'verdict'
      readonly files: Files
      readonly pass: boolean
      readonly failures: readonly string[]
    }
  /** Any answer, already held against its contract. */
  | { readonly type: 'says'; readonly files: Files; readonly output: unknown }
  | { readonly type: 'need'; readonly files: Files; readonly need: Need }
  | { readonly type: 'fails'; readonly files: Files; readonly error: AgentError }
  | { readonly type: 'breaks-contract'; readonly files: Files }
  | { readonly type: 'hangs'; readonly files: Files }

export interface AgentTurn {
  readonly act: AgentAct
  readonly durationMs: number
  readonly spending: Spending
}

/** Who the agents of a simulated world are. */
export interface Agents {
  /** `turn` counts how often this very command was begun: after a crash an agent may do something else. */
  turnOf(command: RunAgent, files: Files, turn: number): AgentTurn
}
