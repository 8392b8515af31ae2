import { isOutcome } from '@harness/core/kernel/event'
import type { CommandId, LaneName } from '@harness/core/kernel/ids'
import type { Command, Event } from '@harness/core/playbooks/handbook/effects'
import type { HandbookState } from '@harness/core/playbooks/handbook/state'
import type { Checker, Complaint } from '../../engine/checker.ts'

interface LaneKnown {
  /** Whether people see it, so that it may be left to them. */
  readonly isNamed: boolean
  readonly holds: 'nothing' | 'work' | 'merged work'
  /** Whether a command has tried to close it. */
  readonly isTried: boolean
}

/**
 * Told from the journal alone: when a run has ended, every lane was closed that was merged, and every one out of sight that
 * nothing was written in; what holds work that is not merged is never closed.
 */
export function lanesClosed(): Checker<HandbookState, Event> {
  const lanes = new Map<LaneName, LaneKnown>()
  const commands = new Map<CommandId, Command>()

  const issued = (command: Command): Complaint => {
    commands.set(command.id, command)
    return command.type === 'CloseLane' && lanes.get(command.lane)?.holds === 'work'
      ? `${command.lane} was to be closed with work in it`
      : null
  }
  const know = (lane: LaneName, more: Partial<LaneKnown>): void => {
    const known = lanes.get(lane)
    if (known !== undefined) lanes.set(lane, { ...known, ...more })
  }
  const ended = (command: Command, event: Event): void => {
    if (event.type === 'LaneOpened' && command.type === 'OpenLane')
      lanes.set(event.lane, { isNamed: command.worktree !== undefined, holds: 'nothing', isTried: false })
    if (event.type === 'AgentFinished' && command.type === 'RunAgent' && event.changedFiles.length > 0)
      know(command.lane, { holds: 'work' })
    if (event.type === 'LaneMerged' && command.type === 'MergeLane')
      know(command.lane, { holds: 'merged work' })
    if (command.type === 'CloseLane') know(command.lane, { isTried: true })
  }
  const left = (): Complaint => {
    for (const [lane, { isNamed, holds, isTried }] of lanes)
      if (!isTried && (holds === 'merged work' || (holds === 'nothing' && !isNamed)))
        return `${lane} is left, which holds ${holds}`
    return null
  }
  return {
    name: 'lanes closed',
    durable(event) {
      if (event.type === 'CommandIssued') return issued(event.command)
      const command = isOutcome(event) ? commands.get(event.commandId) : undefined
      if (command !== undefined) ended(command, event)
      return event.type === 'RunEnded' && !event.end.resumable ? left() : null
    },
  }
}
