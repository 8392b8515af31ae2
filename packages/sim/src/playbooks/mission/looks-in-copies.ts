import { isOutcome } from '@harness/core/kernel/event'
import type { CommandId, LaneName } from '@harness/core/kernel/ids'
import type { Event, RunAgent } from '@harness/core/playbooks/mission/state/effects'
import type { MissionState } from '@harness/core/playbooks/mission/state/state'
import type { Checker, Complaint } from '../../engine/checker.ts'
import type { Site } from '../../world/ground.ts'
import type { Files } from '../../world/repository.ts'

/** The roles that look at the product: they start it, log in and write, and nothing of that stays. */
export const examiners: ReadonlySet<string> = new Set(['validator', 'ui-qa', 'crosscheck'])

interface Look {
  readonly lane: LaneName
  readonly files: Files
}

/**
 * Told from the repository: whatever a role does that looks at the product, its lane stays as it was, so that what was
 * looked at is what is merged. In a copy nothing can be its fault.
 */
export function looksInCopies({ lanes }: Site): Checker<MissionState, Event> {
  const looks = new Map<CommandId, Look>()
  const filesIn = (name: LaneName): Files | null => {
    const lane = lanes.find(name)
    return lane === null ? null : lanes.filesOf(lane)
  }
  const begins = ({ id, role, lane }: RunAgent): void => {
    const files = examiners.has(role) ? filesIn(lane) : null
    if (files !== null) looks.set(id, { lane, files })
  }
  const ended = (id: CommandId, isVoid: boolean): Complaint => {
    const look = looks.get(id)
    if (look === undefined) return null
    looks.delete(id)
    if (isVoid) return `${id} has written in ${look.lane}, and its answer is void`
    const files = filesIn(look.lane)
    return files === null || isSame(files, look.files) ? null : `${id} has changed ${look.lane}`
  }
  return {
    name: 'looks in copies',
    durable(event) {
      if (event.type === 'CommandIssued' && event.command.type === 'RunAgent') begins(event.command)
      return isOutcome(event)
        ? ended(event.commandId, event.type === 'AgentFinished' && event.violation !== null)
        : null
    },
  }
}

const isSame = (some: Files, others: Files): boolean =>
  Object.keys({ ...some, ...others }).every((path) => some[path] === others[path])
