/** Follows the events of one turn: tells them in the words of the contract and keeps what the result needs. */
import { noUsage, type Usage } from '@harness/core/kernel/agent'
import { aliveEvents } from '../../runner/alive.ts'
import type { AgentEvent, AgentRequest } from '../../runner/provider.ts'
import { usageOf } from './codex-record.ts'
import type { CodexEvent, CodexItem } from './codex-sdk.ts'

export interface CodexTurn {
  hear(event: CodexEvent): void
  /** What is known so far. */
  readonly seen: Readonly<Seen>
}

interface Seen {
  thread: string | null
  /** Before that, the model was asked for nothing. */
  started: boolean
  /** The agent's last message. */
  text: string
  /** Of the whole thread, told at the end of a turn that went well. */
  total: Usage | null
  completed: boolean
  /** What the turn failed with, or what it is trying to get over just now; null if all is well. */
  failure: { readonly message: string; readonly final: boolean } | null
}

export function codexTurn(request: AgentRequest, onEvent: (event: AgentEvent) => void): CodexTurn {
  const alive = aliveEvents(onEvent, request.limits.idleMs)
  const seen: Seen = {
    thread: request.resume,
    started: false,
    text: '',
    total: null,
    completed: false,
    failure: null,
  }

  function hearItem(item: CodexItem, done: boolean): void {
    switch (item.type) {
      case 'agent_message':
        if (!done) return
        seen.text = item.text ?? ''
        alive.tell({ type: 'text', text: seen.text })
        return
      case 'file_change':
        if (!done || item.status !== 'completed') return
        for (const { path, kind } of item.changes ?? []) {
          alive.tell({ type: 'file', path, change: kind === 'delete' ? 'deleted' : 'written' })
        }
        return
      case 'command_execution':
        if (done && item.status === 'declined')
          alive.tell({ type: 'denied', tool: 'shell', detail: detailOf(item) })
        else if (!done) alive.tell({ type: 'tool', tool: 'shell', detail: detailOf(item) })
        return
      case 'mcp_tool_call':
      case 'web_search':
        if (!done) alive.tell({ type: 'tool', tool: item.tool ?? item.type, detail: detailOf(item) })
    }
  }

  return {
    seen,
    hear(event) {
      if (event.type.startsWith('turn.') || event.type.startsWith('item.')) seen.started = true
      switch (event.type) {
        case 'thread.started':
          seen.thread = event.thread_id ?? seen.thread
          break
        case 'item.started':
        case 'item.completed':
          if (event.item?.type !== 'error') seen.failure = null
          if (event.item !== undefined) hearItem(event.item, event.type === 'item.completed')
          break
        case 'turn.completed':
          seen.completed = true
          seen.failure = null
          seen.total = event.usage === undefined ? noUsage : usageOf(event.usage)
          break
        case 'turn.failed':
          seen.failure = { message: event.error?.message ?? 'the turn failed', final: true }
          break
        case 'error':
          seen.failure = {
            message: event.message ?? 'unknown',
            final: !/^Reconnecting/.test(event.message ?? ''),
          }
          if (!seen.failure.final) alive.tell({ type: 'retry', reason: seen.failure.message })
          return
      }
      if (event.item?.type !== 'error') alive.beat(() => seen.total ?? noUsage)
    },
  }
}

const detailOf = (item: CodexItem): string => item.command ?? item.query ?? ''
