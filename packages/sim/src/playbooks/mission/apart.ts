import { isOutcome } from '@harness/core/kernel/event'
import type { CommandId, LaneName } from '@harness/core/kernel/ids'
import type { Event, RunAgent } from '@harness/core/playbooks/mission/state/effects'
import type { MissionState } from '@harness/core/playbooks/mission/state/state'
import type { Checker, Complaint } from '../../engine/checker.ts'

/** Told from the journal alone: no two agents work in one place at once, and no checkpoint fires twice. */
export function apart(): Checker<MissionState, Event> {
  /** Where each lane was opened: lanes of two names may be one worktree. */
  const places = new Map<LaneName, string>()
  const working = new Map<CommandId, string>()
  const fired = new Map<string, number>()

  const begins = ({ id, lane }: RunAgent): Complaint => {
    const place = places.get(lane)
    if (place === undefined) return `${id} works in ${lane}, which was never opened`
    const beside = [...working].find(([, other]) => other === place)
    working.set(id, place)
    return beside === undefined ? null : `${beside[0]} and ${id} work in ${place} at once`
  }
  return {
    name: 'apart',
    durable(event) {
      if (isOutcome(event)) working.delete(event.commandId)
      // What was under way died with its process; it is begun again under its own name or another.
      if (event.type === 'RunResumed' || event.type === 'RunInterrupted') working.clear()
      if (event.type !== 'CommandIssued') return null
      const { command } = event
      if (command.type === 'EditDocuments')
        for (const { edit } of command.edits) {
          if (edit.type !== 'checkpoint') continue
          const { name, at } = edit.checkpoint
          // A write that failed is made again, for the same firing.
          if ((fired.get(name) ?? at) !== at) return `the checkpoint ${name} fires a second time`
          fired.set(name, at)
        }
      if (command.type === 'OpenLane')
        places.set(command.lane, command.worktree ?? `the lane ${command.lane}`)
      return command.type === 'RunAgent' ? begins(command) : null
    },
  }
}
