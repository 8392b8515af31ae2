/** As much of @anthropic-ai/claude-agent-sdk as this provider uses. The package is optional, and so are its types. */
import type { SdkPackage } from '../../runner/installed-sdk.ts'

export const claudePackage: SdkPackage = {
  provider: 'claude',
  name: '@anthropic-ai/claude-agent-sdk',
  version: '0.3.325',
  exported: 'query',
  program: { packages: '@anthropic-ai/claude-agent-sdk', file: /^claude(?:\.exe)?$/ },
}

export interface ClaudeSdk {
  query(ask: {
    readonly prompt: ClaudePrompt
    readonly options: Readonly<Record<string, unknown>>
  }): AsyncIterable<ClaudeMessage>
}

export type ClaudePrompt = string | AsyncIterable<ClaudeQuestion>

/** A question that is more than text. */
export interface ClaudeQuestion {
  readonly type: 'user'
  readonly message: { readonly role: 'user'; readonly content: readonly object[] }
  readonly parent_tool_use_id: null
}

/** What the SDK asks for when it wants its agent program started. */
export interface ClaudeSpawn {
  readonly command: string
  readonly args: string[]
  readonly cwd?: string
  readonly env: Record<string, string | undefined>
}

/** Fields are there or not by type and version: everything but the type is optional. */
export interface ClaudeMessage {
  readonly type: string
  readonly subtype?: string
  readonly session_id?: string
  readonly model?: string
  /** Of an assistant's or a user's message. */
  readonly message?: {
    readonly id?: string
    readonly model?: string
    readonly content?: string | readonly ClaudeBlock[]
    readonly usage?: ClaudeUsage
  }
  /** Of an assistant's message, if the server refused. */
  readonly error?: string
  readonly api_error?: string
  /** Of a stream event. */
  readonly event?: {
    readonly type: string
    readonly message?: { readonly id?: string; readonly usage?: ClaudeUsage }
    readonly usage?: ClaudeUsage
  }
  /** Of a retry. */
  readonly attempt?: number
  readonly max_retries?: number
  readonly retry_delay_ms?: number
  readonly error_status?: number | null
  /** Of a denial. */
  readonly tool_name?: string
  readonly tool_use_id?: string
  /** Of a user's message with results of tools. */
  readonly tool_result_meta?: readonly {
    readonly id?: string
    readonly permission_decision?: { readonly decision?: string }
  }[]
  readonly rate_limit_info?: { readonly status?: string; readonly resetsAt?: number }
  /** Of a result. */
  readonly is_error?: boolean
  readonly api_error_status?: number | null
  readonly terminal_reason?: string
  readonly startup_failure_reason?: string
  readonly result?: string
  readonly errors?: readonly string[]
  readonly structured_output?: unknown
  readonly usage?: ClaudeUsage
  readonly total_cost_usd?: number
  readonly modelUsage?: Readonly<Record<string, ClaudeModelUsage>>
  /** Since the call began: a resumed session's other totals go on from what it had spent before. */
  readonly model_usage_since_last_result?: Readonly<Record<string, ClaudeModelUsage>>
}

export interface ClaudeBlock {
  readonly type: string
  readonly text?: string
  readonly id?: string
  readonly name?: string
  readonly input?: Readonly<Record<string, unknown>>
  readonly tool_use_id?: string
  readonly is_error?: boolean
  /** Of a tool's result. */
  readonly content?: string | readonly ClaudeBlock[]
}

export interface ClaudeUsage {
  readonly input_tokens?: number | null
  readonly output_tokens?: number | null
  readonly cache_read_input_tokens?: number | null
  readonly cache_creation_input_tokens?: number | null
}

export interface ClaudeModelUsage {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadInputTokens: number
  readonly cacheCreationInputTokens: number
  readonly costUSD: number
  /** `unknown` if the price is a guess at another model's. */
  readonly costBasis?: string
}
