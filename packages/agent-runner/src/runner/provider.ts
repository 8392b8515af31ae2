/**
 * What every provider of agents must do, and all that the rest of the harness knows about one. The suite
 * test-support/provider.contract.ts holds each provider to it.
 */
import type {
  AgentError,
  AgentLimits,
  AgentMode,
  EffortLevel,
  Spending,
  Usage,
} from '@harness/core/kernel/agent'
import type { AgentShell } from './agent-shell.ts'
import type { AgentExtensions } from './extensions.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

/** One turn asked of an agent. */
export interface AgentRequest {
  readonly role: string
  readonly mode: AgentMode
  /**
   * Text that stays the same for all calls of the role in the run, empty if there is none. It goes where the provider's
   * prompt cache ends a prefix: into the system prompt. A resumed session gets the text with which it began.
   */
  readonly system: string
  /** What the agent is asked, behind `system`: the exact text. */
  readonly envelope: string
  /** All that the agent knows, earlier turns of its session included; absent if that is `system` and `envelope`. */
  readonly whole?: string
  /** Pictures that the agent is shown beside it, as PNG or JPEG files; absent if there are none. */
  readonly images?: readonly string[]
  /** The lane; the agent may change files here in exec mode and nowhere else in any mode. */
  readonly cwd: string
  /** Null leaves the choice to the provider. */
  readonly model: string | null
  /** How hard the model thinks; absent if the provider chooses. */
  readonly effort?: EffortLevel
  /** The shape of the answer, if the provider can be told; it is checked again outside the provider. */
  readonly schema: JsonSchema | null
  /** A provider session to resume, from an earlier result of the same provider. */
  readonly resume: string | null
  readonly limits: AgentLimits
  /** What the operator trusts beside the tools of the mode; absent if that is nothing. */
  readonly extensions?: AgentExtensions
  /** The whole environment of the agent; nothing is inherited beside it. */
  readonly env: Readonly<Record<string, string>>
  /** Aborted, the provider returns within three seconds and leaves no process behind. */
  readonly signal: AbortSignal
  /** Earlier turns of the run, oldest first; read only when asked for, since only rules need them. */
  readonly priorTurns: PriorTurns
}

/** A turn that an agent of this run was asked for before. */
export interface PriorTurn {
  readonly role: string
  readonly envelope: string
}

export type PriorTurns = () => Promise<readonly PriorTurn[]>

/**
 * What an agent does while it works, in full: the caller redacts secrets first and shortens it then. Any event but
 * `retry` proves that it is alive; `usage` is the turn's total so far.
 */
export type AgentEvent =
  | { readonly type: 'text'; readonly text: string }
  /** The provider's session, as soon as it is known: a call that is interrupted later resumes it. */
  | { readonly type: 'session'; readonly session: string }
  /** A tool starts. With an `id`, an `output` of the same id follows when it ends. */
  | {
      readonly type: 'tool'
      readonly tool: string
      readonly detail: string
      readonly id?: string
      /** A program in the agent's shell: as long as it runs, the agent is not idle. */
      readonly command?: boolean
    }
  /** A tool has ended, and this is what the agent saw of it. `exitCode` is null if it has none. */
  | {
      readonly type: 'output'
      readonly id: string
      readonly tool: string
      readonly exitCode: number | null
      readonly text: string
    }
  | { readonly type: 'file'; readonly path: string; readonly change: 'written' | 'deleted' }
  | { readonly type: 'retry'; readonly reason: string }
  | { readonly type: 'denied'; readonly tool: string; readonly detail: string }
  | { readonly type: 'usage'; readonly usage: Usage }
  /** Something that people should know of the turn, such as what the agent cannot be asked for. */
  | { readonly type: 'note'; readonly text: string }

/** What came of one turn. Spending is of this turn only, also if it failed or was cancelled. */
export interface AgentResult {
  readonly text: string
  /** The structured answer, unchecked; undefined if there is none. */
  readonly structured: unknown
  readonly session: string | null
  readonly spending: Spending
  readonly error: AgentError | null
}

/** What a provider can do by itself; what it cannot is done, or done without, outside of it. */
export interface Capabilities {
  /** An agent in review or complete mode cannot change the lane; elsewhere that is found out afterwards. */
  readonly readOnly: boolean
  /** Later turns can go on in the session of an earlier one. */
  readonly sessions: boolean
  /** It enforces `limits.maxTurns`. */
  readonly turnLimit: boolean
  /**
   * It hands trusted tool servers to its agent, and skills and commands too (`loads`), or its agent must be told
   * the files of those (`reads`). Absent if it hands over nothing.
   */
  readonly extensions?: 'loads' | 'reads'
  /** Its protocol can hold the model to this schema. If not, the envelope says the schema in words. */
  takesSchema(schema: JsonSchema): boolean
}

export interface Provider {
  readonly name: string
  readonly capabilities: Capabilities
  /**
   * What the commands of its agents can do here, in this environment. Absent if the harness runs them as it runs those
   * of checks.
   */
  shellHere?(mode: AgentMode, env: Readonly<Record<string, string>>): Promise<AgentShell>
  /**
   * Runs one turn to its end. Whatever can go wrong with an agent, its program or its model server is an error in
   * the result; a throw is a bug in the provider.
   */
  run(request: AgentRequest, onEvent: (event: AgentEvent) => void): Promise<AgentResult>
}
