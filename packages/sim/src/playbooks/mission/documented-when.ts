import { subjectIn } from '@harness/core/kernel/ids'
import type { Command, Event } from '@harness/core/playbooks/mission/state/effects'
import type { MissionInput } from '@harness/core/playbooks/mission/state/input'
import type { MissionState } from '@harness/core/playbooks/mission/state/state'
import type { Checker, Complaint } from '../../engine/checker.ts'

/** What is told of when the documentation is written. */
type Told = Pick<MissionInput, 'documenter' | 'caps' | 'isolation'>

/**
 * Told from the journal alone: the documentation is written when the config says. With `done` it is begun once for each
 * time that the mission is found to be done, with `feature` while others are still built, with `off` never. What the run
 * itself merged is documented before it ends, unless a cap is reached.
 */
export function documentedWhen({ documenter, caps, isolation }: Told): Checker<MissionState, Event> {
  const isFree = caps.usd === null && caps.tokens === null && isolation.onPass === 'merge'
  /** Each has a lane of its own. */
  const begun = new Set<string>()
  let merged = 0
  let ends = 0

  const begins = (docs: string): Complaint => {
    begun.add(docs)
    if (documenter === 'off') return `${docs} is begun, and documentation is off`
    return documenter === 'done' && begun.size > ends
      ? `${docs} is begun, and the mission was found to be done ${ends} times`
      : null
  }
  const issued = (command: Command): Complaint => {
    if (command.type === 'OpenLane' && isDocs(command.id)) return begins(subjectIn(command.id))
    if (command.type !== 'EditDocuments' || command.decision?.decision !== 'DONE') return null
    ends++
    // The last one may be merged just now.
    return documenter === 'feature' && isFree && merged > 1 && begun.size === 0
      ? `${merged} features are merged and the mission is found to be done, and no documentation is begun`
      : null
  }
  return {
    name: 'documented when',
    durable(event) {
      if (event.type === 'CommandIssued') return issued(event.command)
      if (event.type === 'LaneMerged' && !isDocs(event.commandId)) merged++
      if (event.type !== 'RunEnded' || event.end.outcome !== 'done' || documenter === 'off') return null
      return isFree && merged > 0 && begun.size === 0
        ? `the mission is done with ${merged} features, and no documentation was begun`
        : null
    },
  }
}

const isDocs = (id: string): boolean => subjectIn(id).startsWith('docs-')
