/** Follows the events of one turn: tells them in the words of the contract and keeps what the result needs. */
import { noUsage, type Usage } from '@harness/core/kernel/agent'
import { aliveEvents } from '../../runner/alive.ts'
import { inLane } from '../../runner/lane-path.ts'
import type { AgentEvent, AgentRequest } from '../../runner/provider.ts'
import { usageOf } from './codex-record.ts'
import type { CodexEvent, CodexItem } from './codex-sdk.ts'
import { lineIn } from './shell-line.ts'

export interface CodexTurn {
  hear(event: CodexEvent): void
  /** Says how to count the tokens of a thread while the turn runs: its events tell them only at the end. */
  countWith(usageOf: (thread: string) => Usage): void
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
  let toldSession = false
  let countUsage: (thread: string) => Usage = () => seen.total ?? noUsage

  function hearThread(thread: string): void {
    seen.thread = thread
    if (!toldSession) alive.tell({ type: 'session', session: thread })
    toldSession = true
  }

  function hearItem(item: CodexItem, done: boolean): void {
    switch (item.type) {
      case 'agent_message':
        if (!done) return
        seen.text = item.text ?? ''
        alive.tell({ type: 'text', text: seen.text })
        return
      case 'file_change':
        tellTool(item, done)
        if (!done || item.status !== 'completed') return
        for (const { path, kind } of item.changes ?? []) {
          alive.tell({
            type: 'file',
            path: inLane(request.cwd, path),
            change: kind === 'delete' ? 'deleted' : 'written',
          })
        }
        return
      case 'command_execution':
      case 'mcp_tool_call':
      case 'web_search':
        tellTool(item, done)
    }
  }

  function tellTool(item: CodexItem, done: boolean): void {
    const { id = '' } = item
    const tool = toolOf(item)
    const detail = detailOf(request.cwd, item)
    if (!done) {
      alive.tell({ type: 'tool', tool, detail, id, ...(tool === shell ? { command: true } : {}) })
      return
    }
    if (item.status === 'declined') alive.tell({ type: 'denied', tool, detail })
    alive.tell({ type: 'output', id, tool, exitCode: item.exit_code ?? null, text: printedBy(item) })
  }

  return {
    seen,
    countWith(usageOf) {
      countUsage = usageOf
    },
    hear(event) {
      if (event.type.startsWith('turn.') || event.type.startsWith('item.')) seen.started = true
      switch (event.type) {
        case 'thread.started':
          if (event.thread_id !== undefined) hearThread(event.thread_id)
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
      if (event.item?.type !== 'error')
        alive.beat(() => (seen.thread === null ? noUsage : countUsage(seen.thread)))
    },
  }
}

const shell = 'shell'

function toolOf({ type, tool }: CodexItem): string {
  if (type === 'command_execution') return shell
  return type === 'file_change' ? 'apply_patch' : (tool ?? type)
}

const detailOf = (cwd: string, { command, query, changes }: CodexItem): string =>
  (command === undefined ? undefined : lineIn(command)) ??
  query ??
  (changes ?? []).map(({ path }) => inLane(cwd, path)).join(', ')

/** What the events say of it. A patch that failed says no more than that. */
const printedBy = (item: CodexItem): string =>
  item.aggregated_output ??
  item.error?.message ??
  item.result?.content?.map(({ text }) => text ?? '').join('\n') ??
  (item.status === 'failed' ? 'failed' : '')
