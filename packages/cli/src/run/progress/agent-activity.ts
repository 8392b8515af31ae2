/** Owns what is known of the agents at work: what each does now, since when, and the tokens of its call so far. */
import type { AgentEvent } from '@harness/agent-runner/runner/provider'
import { tokensOf } from '@harness/core/kernel/agent'
import type { CommandId } from '@harness/core/kernel/ids'
import type { NamedCall } from '@harness/shell/effects/agents/port/agent-ports'
import { oneLine } from '@harness/shell/effects/progress-line'

/** What an agent does now. */
export interface Doing extends NamedCall {
  readonly what: string
  readonly since: number
}

export interface AgentActivity {
  hear(call: NamedCall, event: AgentEvent, at: number): void
  ended(command: CommandId): void
  clear(): void
  /** What the agent does that moved last; null if none was heard. */
  latest(): Doing | null
  /** How many were heard and have not ended. */
  count(): number
  /** Of all calls that have not ended. */
  tokens(): number
}

export function agentActivity(): AgentActivity {
  /** The one that moved last is the last. */
  const calls = new Map<CommandId, { readonly doing: Doing; readonly tokens: number }>()
  return {
    hear(call, event, at) {
      const { command } = call
      const before = calls.get(command) ?? { doing: { ...call, what: 'starts', since: at }, tokens: 0 }
      const what = whatIn(event, before.doing.what)
      const doing = what === before.doing.what ? before.doing : { ...call, what, since: at }
      const tokens = event.type === 'usage' ? tokensOf(event.usage) : before.tokens
      if (event.type !== 'usage') calls.delete(command)
      calls.set(command, { doing, tokens })
    },
    ended: (command) => void calls.delete(command),
    clear: () => calls.clear(),
    latest: () => [...calls.values()].at(-1)?.doing ?? null,
    count: () => calls.size,
    tokens: () => [...calls.values()].reduce((sum, call) => sum + call.tokens, 0),
  }
}

function whatIn(event: AgentEvent, before: string): string {
  switch (event.type) {
    case 'tool':
      return oneLine(event.command === true ? `$ ${event.detail}` : `${event.tool} ${event.detail}`)
    case 'output':
    case 'text':
      return 'thinks'
    case 'file':
      return oneLine(`${event.change === 'deleted' ? 'deleted' : 'wrote'} ${event.path}`)
    case 'denied':
      return oneLine(`denied: ${event.tool} ${event.detail}`)
    case 'retry':
      return oneLine(`tries again: ${event.reason}`)
    case 'note':
      return oneLine(event.text)
    case 'session':
    case 'usage':
      return before
  }
}
