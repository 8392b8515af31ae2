/** Counts the commands that run in an agent's shell, from the events of its turn. */
import type { AgentEvent } from './provider.ts'

interface RunningCommands {
  hear(event: AgentEvent): void
  any(): boolean
}

/** A command without an id is never counted, because its end would not be told. */
export function runningCommands(): RunningCommands {
  const running = new Set<string>()
  return {
    hear(event) {
      if (event.type === 'tool' && event.command === true && event.id !== undefined) running.add(event.id)
      if (event.type === 'output') running.delete(event.id)
    },
    any: () => running.size > 0,
  }
}
