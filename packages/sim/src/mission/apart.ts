import { isOutcome } from '@harness/core/event'
import type { CommandId } from '@harness/core/ids'
import type { MissionState } from '@harness/core/playbooks/mission/state'
import type { Checker } from '../checker.ts'

/** Told from the journal alone: no two agents work in one lane at once, and no checkpoint fires twice. */
export function apart(): Checker<MissionState> {
  const working = new Map<CommandId, string>()
  const fired = new Map<string, number>()
  return {
    name: 'apart',
    durable(event) {
      if (isOutcome(event)) working.delete(event.commandId)
      // What was under way died with its process; it is begun again under its own name or another.
      if (event.type === 'RunResumed' || event.type === 'RunInterrupted') working.clear()
      if (event.type !== 'CommandIssued') return null
      const { command } = event
      if (command.type === 'WriteDocuments')
        for (const edit of command.edits) {
          if (edit.type !== 'checkpoint') continue
          const { name, at } = edit.checkpoint
          // A write that failed is made again, for the same firing.
          if ((fired.get(name) ?? at) !== at) return `the checkpoint ${name} fires a second time`
          fired.set(name, at)
        }
      if (command.type !== 'RunAgent') return null
      const beside = [...working].find(([, lane]) => lane === command.lane)
      working.set(command.id, command.lane)
      return beside === undefined
        ? null
        : `${beside[0]} and ${command.id} work in the lane ${command.lane} at once`
    },
  }
}
