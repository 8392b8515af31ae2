/** Follows the messages of one turn: tells events as they come and keeps what the result needs. */
import { type AgentError, addUsage, noUsage, type Spending, type Usage } from '@harness/core/kernel/agent'
import { aliveEvents } from '../../runner/alive.ts'
import type { AgentEvent, AgentRequest } from '../../runner/provider.ts'
import { retryPatience } from '../../runner/retry-patience.ts'
import { claudeError, errorOfResult } from './claude-error.ts'
import type { ClaudeBlock, ClaudeMessage, ClaudeModelUsage, ClaudeUsage } from './claude-sdk.ts'
import { claudeTools } from './claude-tools.ts'

export interface ClaudeTurn {
  /** Answers with an error where waiting for the turn's own end would be in vain. */
  hear(message: ClaudeMessage): AgentError | null
  /** What the turn came to; null if it ended without saying so. */
  outcome(): { readonly text: string; readonly structured: unknown; readonly error: AgentError | null } | null
  readonly session: string | null
  spending(): Pick<Spending, 'usage' | 'usd' | 'model'>
}

/** `now` tells wall time, for rate limits that say when they end. */
export function claudeTurn(
  request: AgentRequest,
  onEvent: (event: AgentEvent) => void,
  now: () => number,
): ClaudeTurn {
  const alive = aliveEvents(onEvent, request.limits.idleMs)
  const patience = retryPatience()
  /** By message, since a message is told in several parts and its usage grows with them. */
  const usages = new Map<string, Usage>()
  const tools = claudeTools(request.cwd, alive.tell)
  let streaming = ''
  let session = request.resume
  let model = request.model
  let category: string | undefined
  let resetsAt: number | undefined
  let result: ClaudeMessage | null = null

  const soFar = (): Usage => [...usages.values()].reduce(addUsage, noUsage)
  const saw = (id: string, usage: ClaudeUsage | undefined): void => {
    if (usage !== undefined) usages.set(id, grown(usages.get(id) ?? noUsage, usage))
  }

  function hearBlock(block: ClaudeBlock): void {
    if (block.type === 'text' && block.text !== undefined) alive.tell({ type: 'text', text: block.text })
    if (block.type === 'tool_use') tools.began(block)
  }

  let toldSession = false
  function hearSession(id: string | undefined): void {
    session = id ?? session
    if (toldSession || id === undefined) return
    toldSession = true
    // A session of a single answer is not kept.
    if (request.mode !== 'complete') alive.tell({ type: 'session', session: id })
  }

  return {
    hear(message) {
      hearSession(message.session_id)
      switch (message.type) {
        case 'assistant':
          if (message.error !== undefined) category = message.api_error ?? message.error
          else saw(message.message?.id ?? '', message.message?.usage)
          for (const block of blocksOf(message)) hearBlock(block)
          break
        case 'user':
          tools.ended(message, blocksOf(message))
          break
        case 'stream_event':
          streaming = message.event?.message?.id ?? streaming
          saw(streaming, message.event?.usage ?? message.event?.message?.usage)
          break
        case 'rate_limit_event':
          if (message.rate_limit_info?.status === 'rejected')
            resetsAt = millis(message.rate_limit_info.resetsAt)
          break
        case 'result':
          result = message
          break
        case 'system':
          if (message.subtype === 'init') model = message.model ?? model
          if (message.subtype === 'permission_denied') tools.denied(message.tool_use_id, message.tool_name)
          if (message.subtype === 'api_retry') {
            alive.tell({ type: 'retry', reason: retryReason(message) })
            const { error_status: status, error } = message
            const said = `the model server said ${status}: ${error}`
            const told = claudeError({ message: said, category: error, status, resetsAt }, now())
            if (told.kind === 'auth' || told.kind === 'billing') return told
            if (patience.retry()) return told.kind === 'unknown' ? { ...told, kind: 'network' } : told
            return null
          }
          break
      }
      if (message.type === 'assistant' || message.type === 'user') patience.progress()
      alive.beat(soFar)
      return null
    },
    outcome() {
      if (result === null) return null
      const error = errorOfResult(result, { category, resetsAt }, now())
      return {
        text: error === null ? (result.result ?? '') : '',
        structured: error === null ? result.structured_output : undefined,
        error,
      }
    },
    get session() {
      return session
    },
    spending() {
      const models = Object.entries(
        result?.model_usage_since_last_result ?? freshTotals(request, result) ?? {},
      )
      const known = result !== null && (models.length > 0 || usages.size === 0)
      return {
        usage: known ? models.map(([, used]) => usageOfModel(used)).reduce(addUsage, noUsage) : soFar(),
        usd: known ? models.map(([, used]) => priceOf(used)).reduce(addPrice, 0) : null,
        model: models.at(-1)?.[0] ?? model ?? 'unknown',
      }
    },
  }
}

/** The totals of a session that began with this call are this call's. */
const freshTotals = (request: AgentRequest, result: ClaudeMessage | null): ClaudeMessage['modelUsage'] =>
  request.resume === null ? result?.modelUsage : undefined

const blocksOf = ({ message }: ClaudeMessage): readonly ClaudeBlock[] =>
  typeof message?.content === 'string' ? [] : (message?.content ?? [])

const retryReason = ({ attempt, max_retries: most, error_status: status, error }: ClaudeMessage): string =>
  `${status ?? 'no answer'} (${error ?? 'unknown'}), retry ${attempt} of ${most}`

const millis = (seconds: number | undefined): number | undefined =>
  seconds === undefined ? undefined : seconds * 1000

/** A later part of a message knows more: counts only grow. */
const grown = (before: Usage, now: ClaudeUsage): Usage => ({
  input: Math.max(before.input, now.input_tokens ?? 0),
  output: Math.max(before.output, now.output_tokens ?? 0),
  cacheRead: Math.max(before.cacheRead, now.cache_read_input_tokens ?? 0),
  cacheWrite: Math.max(before.cacheWrite, now.cache_creation_input_tokens ?? 0),
})

const usageOfModel = (used: ClaudeModelUsage): Usage => ({
  input: used.inputTokens,
  output: used.outputTokens,
  cacheRead: used.cacheReadInputTokens,
  cacheWrite: used.cacheCreationInputTokens,
})

const priceOf = (used: ClaudeModelUsage): number | null =>
  used.costBasis === 'unknown' ? null : used.costUSD

const addPrice = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : a + b
