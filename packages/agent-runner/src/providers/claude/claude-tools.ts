/** Tells the tool calls of one turn: what starts, what the agent saw of it, which files it wrote, what was denied. */
import { inLane } from '../../runner/lane-path.ts'
import type { AgentEvent } from '../../runner/provider.ts'
import type { ClaudeBlock, ClaudeMessage } from './claude-sdk.ts'

export interface ClaudeTools {
  began(block: ClaudeBlock): void
  ended(message: ClaudeMessage, blocks: readonly ClaudeBlock[]): void
  denied(id: string | undefined, tool: string | undefined): void
}

interface Call {
  readonly tool: string
  readonly detail: string
  /** The file that the call writes; null if it writes none. */
  readonly writes: string | null
  denied: boolean
}

export function claudeTools(cwd: string, tell: (event: AgentEvent) => void): ClaudeTools {
  const calls = new Map<string, Call>()

  function denied(id: string | undefined, tool: string | undefined): void {
    const call = calls.get(id ?? '')
    if (call?.denied === true) return
    if (call !== undefined) call.denied = true
    tell({ type: 'denied', tool: call?.tool ?? tool ?? '', detail: call?.detail ?? '' })
  }

  function result(block: ClaudeBlock): void {
    const id = block.tool_use_id ?? ''
    const call = calls.get(id)
    if (call === undefined) return
    calls.delete(id)
    const text = textOf(block.content)
    tell({ type: 'output', id, tool: call.tool, exitCode: exitCodeOf(call, block, text), text })
    if (call.writes !== null && block.is_error !== true)
      tell({ type: 'file', path: call.writes, change: 'written' })
  }

  return {
    began({ id = '', name, input }) {
      if (name === undefined) return
      const path = input?.file_path
      const writes = editTools.has(name) && typeof path === 'string' ? inLane(cwd, path) : null
      const detail = detailOf(cwd, input)
      calls.set(id, { tool: name, detail, writes, denied: false })
      tell({ type: 'tool', tool: name, detail, id, ...(name === shell ? { command: true } : {}) })
    },
    ended(message, blocks) {
      // A rule that refuses a file is told only here.
      for (const { id, permission_decision: permission } of message.tool_result_meta ?? [])
        if (permission?.decision === 'reject') denied(id, undefined)
      for (const block of blocks) if (block.type === 'tool_result') result(block)
    },
    denied,
  }
}

const shell = 'Bash'
const editTools: ReadonlySet<string> = new Set(['Edit', 'Write'])

function detailOf(cwd: string, input: ClaudeBlock['input']): string {
  if (typeof input?.file_path === 'string') return inLane(cwd, input.file_path)
  return String(input?.command ?? input?.pattern ?? JSON.stringify(input ?? {}))
}

const textOf = (content: ClaudeBlock['content']): string =>
  typeof content === 'string'
    ? content
    : (content ?? []).map((block) => block.text ?? `[${block.type}]`).join('\n')

/** The program says it in words, and only if a command failed. */
function exitCodeOf(call: Call, block: ClaudeBlock, text: string): number | null {
  if (call.tool !== shell || call.denied) return null
  if (block.is_error !== true) return 0
  const said = /^Exit code (\d+)/.exec(text)?.[1]
  return said === undefined ? null : Number(said)
}
