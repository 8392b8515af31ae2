/** Follows the updates of one turn: tells them in the words of the contract and keeps what the result needs. */
import { noUsage, type Usage } from '@harness/core/kernel/agent'
import { aliveEvents } from '../../runner/alive.ts'
import type { AgentEvent, AgentRequest } from '../../runner/provider.ts'
import { type AcpEnd, type AcpUpdate, type AcpUsage, failureIn, fieldsOf, withoutGaps } from './acp-shapes.ts'
import { detailOf, type ToolCall, toolCall, toolOf } from './acp-tool.ts'

export interface AcpTurn {
  /** From here on the updates are those of this turn: a session that is loaded tells its earlier ones first. Null if no later turn can resume it. */
  begin(session: string | null, notes: readonly string[]): void
  hear(update: AcpUpdate): void
  /** The call with what was said about it before: a request for permission may only name it. */
  wholeCall(call: AcpUpdate): AcpUpdate
  /** A tool that the agent asked for in vain. */
  deny(call: AcpUpdate): void
  end(end: AcpEnd): void
  /** What is known so far. */
  readonly seen: Readonly<Seen>
}

interface Seen {
  /** Before that, the model was asked for nothing. */
  started: boolean
  /** The agent's last message. */
  text: string
  /** Null if the agent did not tell. */
  usage: Usage | null
  /** Of this turn; null if the agent did not tell. */
  usd: number | null
  stopReason: string | undefined
  /** What the turn failed with, or what it is trying to get over just now; null if all is well. */
  failure: { readonly message: string; readonly final: boolean } | null
}

export function acpTurn(request: AgentRequest, onEvent: (event: AgentEvent) => void): AcpTurn {
  const alive = aliveEvents(onEvent, request.limits.idleMs)
  const calls = new Map<string, ToolCall>()
  const seen: Seen = {
    started: false,
    text: '',
    usage: null,
    usd: null,
    stopReason: undefined,
    failure: null,
  }
  /** The message that is being said; null between messages. */
  let saying: { readonly id: string | null; text: string } | null = null
  /** What the session had cost before; null if the agent does not tell. */
  let costBefore: number | null = request.resume === null ? 0 : null

  function say(id: string | null, text: string): void {
    if (saying !== null && saying.id !== id) finishMessage()
    saying ??= { id, text: '' }
    saying.text += text
  }

  function finishMessage(): void {
    if (saying === null) return
    seen.text = saying.text.trim()
    saying = null
    if (seen.text !== '') alive.tell({ type: 'text', text: seen.text })
  }

  function hearCost({ cost }: AcpUpdate): void {
    if (typeof cost?.amount !== 'number' || cost.currency !== 'USD') return
    if (!seen.started) costBefore = cost.amount
    else if (costBefore !== null) seen.usd = Math.max(0, cost.amount - costBefore)
  }

  /** True if it was one. */
  function hearFailure(meta: AcpUpdate['_meta']): boolean {
    const failure = failureIn(meta)
    if (failure === null) return false
    seen.failure = { message: failure.title, final: !failure.isWarning }
    if (failure.isWarning) alive.tell({ type: 'retry', reason: failure.title })
    return true
  }

  function hearProgress(update: AcpUpdate): void {
    const { sessionUpdate, content, messageId, toolCallId } = update
    switch (sessionUpdate) {
      case 'agent_message_chunk':
        say(messageId ?? null, textOf(content))
        break
      case 'tool_call':
      case 'tool_call_update': {
        finishMessage()
        if (toolCallId === undefined) break
        const call = calls.get(toolCallId) ?? toolCall(toolCallId, (event) => alive.tell(event))
        calls.set(toolCallId, call)
        call.hear(update)
        break
      }
      case 'agent_thought_chunk':
      case 'plan':
        finishMessage()
        break
      default:
        return
    }
    seen.failure = null
  }

  return {
    seen,
    begin(session, notes) {
      seen.started = true
      if (session !== null) alive.tell({ type: 'session', session })
      for (const text of notes) alive.tell({ type: 'note', text })
    },
    hear(update) {
      if (update.sessionUpdate === 'usage_update') hearCost(update)
      if (!seen.started || hearFailure(update._meta)) return
      hearProgress(update)
      alive.beat(() => seen.usage ?? noUsage)
    },
    wholeCall: (call) => ({ ...calls.get(call.toolCallId ?? '')?.known, ...withoutGaps(call) }),
    deny(call) {
      alive.tell({ type: 'denied', tool: toolOf(call), detail: detailOf(call) })
    },
    end({ stopReason, usage, _meta }) {
      finishMessage()
      seen.stopReason = stopReason
      seen.usage = usage === undefined || usage === null ? seen.usage : usageOf(usage)
      const failure = failureIn(_meta)
      seen.failure = failure === null ? null : { message: failure.title, final: true }
      if (seen.usage !== null) alive.tell({ type: 'usage', usage: seen.usage })
    },
  }
}

function textOf(content: AcpUpdate['content']): string {
  const { text } = fieldsOf(content)
  return typeof text === 'string' ? text : ''
}

/** Thoughts count as output; some agents count them there already. */
function usageOf(usage: AcpUsage): Usage {
  const input = usage.inputTokens ?? 0
  const cacheRead = usage.cachedReadTokens ?? 0
  const cacheWrite = usage.cachedWriteTokens ?? 0
  const said = usage.outputTokens ?? 0
  const thought = usage.thoughtTokens ?? 0
  const countsApart = (usage.totalTokens ?? 0) >= input + cacheRead + cacheWrite + said + thought
  return { input, output: countsApart ? said + thought : said, cacheRead, cacheWrite }
}
