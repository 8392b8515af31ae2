/** Follows one tool call of an ACP agent from its first message to its last. */
import type { AgentEvent } from '../../runner/provider.ts'
import { type AcpToolContent, type AcpUpdate, fieldsOf, withoutGaps } from './acp-shapes.ts'

export interface ToolCall {
  /** Takes the next message about the call, and tells what is new. */
  hear(update: AcpUpdate): void
  /** All that was said about it so far. */
  readonly known: AcpUpdate
}

export function toolCall(id: string, tell: (event: AgentEvent) => void): ToolCall {
  let call: AcpUpdate = {}
  let printed = ''
  let exitCode: number | null = null
  let isTold = false
  let isOver = false

  function hearTerminal({ _meta }: AcpUpdate): void {
    const { terminal_output, terminal_output_delta, terminal_exit } = fieldsOf(_meta)
    for (const { data } of [terminal_output, terminal_output_delta].map(fieldsOf)) {
      if (typeof data === 'string') printed += data
    }
    const { exit_code } = fieldsOf(terminal_exit)
    if (typeof exit_code === 'number') exitCode = exit_code
  }

  /** Some agents name a tool first and what it is asked for a little later. */
  function tellStart(): void {
    const hasInput = Object.keys(fieldsOf(call.rawInput)).length > 0
    if (isTold || (call.status === 'pending' && !hasInput)) return
    isTold = true
    tell({ type: 'tool', tool: toolOf(call), detail: detailOf(call), id, command: call.kind === 'execute' })
  }

  function tellEnd(): void {
    if (isOver) return
    isOver = true
    call = { ...call, status: call.status ?? 'completed' }
    tellStart()
    const contents = contentsOf(call)
    const text = printed === '' ? textIn(contents) || outputIn(call.rawOutput) : printed
    tell({ type: 'output', id, tool: toolOf(call), exitCode: exitCode ?? exitCodeIn(call.rawOutput), text })
    if (call.status === 'failed') return
    for (const { path, _meta } of contents.filter(({ type }) => type === 'diff')) {
      const isGone = call.kind === 'delete' || fieldsOf(_meta).kind === 'delete'
      if (path !== undefined) tell({ type: 'file', path, change: isGone ? 'deleted' : 'written' })
    }
  }

  return {
    get known() {
      return call
    },
    hear(update) {
      call = { ...call, ...withoutGaps(update) }
      hearTerminal(update)
      if (call.status === 'completed' || call.status === 'failed') tellEnd()
      else tellStart()
    },
  }
}

export const toolOf = ({ name, kind }: AcpUpdate): string => name ?? kind ?? 'tool'

/** The command line, if it runs one. */
export function detailOf({ title, rawInput }: AcpUpdate): string {
  const { command } = fieldsOf(rawInput)
  if (typeof command === 'string') return command
  return Array.isArray(command) ? command.join(' ') : (title ?? '')
}

const contentsOf = ({ content }: AcpUpdate): readonly AcpToolContent[] =>
  Array.isArray(content) ? (content as readonly AcpToolContent[]) : []

const textIn = (contents: readonly AcpToolContent[]): string =>
  contents.flatMap(({ content }) => (typeof content?.text === 'string' ? [content.text] : [])).join('\n')

/** What is in there is the agent's affair: texts under the usual names are shown. */
function outputIn(raw: unknown): string {
  if (typeof raw === 'string') return raw
  const { output, stdout, stderr, formatted_output } = fieldsOf(raw)
  const texts = [formatted_output ?? output ?? stdout, stderr].filter((it) => typeof it === 'string')
  return texts.join('')
}

function exitCodeIn(raw: unknown): number | null {
  const { exit_code, exitCode } = fieldsOf(raw)
  const code = exit_code ?? exitCode
  return typeof code === 'number' ? code : null
}
