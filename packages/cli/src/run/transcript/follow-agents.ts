/** Owns following the agents of a run through its journal and their recordings, in the order in which they work. */
import { isRunAgent } from '@harness/core/effects/run-agent'
import type { AnyEvent } from '@harness/core/kernel/effect'
import { isOutcome, isRunEvent } from '@harness/core/kernel/event'
import type { CommandId } from '@harness/core/kernel/ids'
import { type RecordedEvent, readTranscript } from '@harness/shell/effects/agents/call/read-transcript'
import type { NamedCall } from '@harness/shell/effects/agents/port/agent-ports'

export interface AgentFollower {
  /** An event of the run: calls begin and end with it. */
  hear(event: AnyEvent): void
  /** Tells what was recorded since it was last asked. */
  read(): Promise<void>
}

interface Followed {
  readonly role: string
  nextByte: number
  ended: boolean
}

export function followAgents(
  runDir: string,
  onEvent: (call: NamedCall, event: RecordedEvent) => void,
): AgentFollower {
  const calls = new Map<CommandId, Followed>()
  return {
    hear(event) {
      if (isRunEvent(event, 'CommandIssued') && isRunAgent(event.command))
        calls.set(event.command.id, { role: event.command.role, nextByte: 0, ended: false })
      const call = isOutcome(event) ? calls.get(event.commandId) : undefined
      if (call !== undefined) call.ended = true
    },
    async read() {
      for (const [command, call] of calls) {
        // All is recorded before the outcome is journaled.
        if (call.ended) calls.delete(command)
        const { events, nextByte } = await readTranscript(runDir, command, call.nextByte)
        call.nextByte = nextByte
        for (const event of events) onEvent({ command, role: call.role }, event)
      }
    },
  }
}
