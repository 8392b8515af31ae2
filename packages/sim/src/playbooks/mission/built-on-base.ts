import type { OpenLane } from '@harness/core/effects/open-lane'
import type { Command, Event } from '@harness/core/playbooks/mission/state/effects'
import type { MissionInput } from '@harness/core/playbooks/mission/state/input'
import type { MissionState } from '@harness/core/playbooks/mission/state/state'
import type { Checker, Complaint } from '../../engine/checker.ts'
import type { Site } from '../../world/ground.ts'
import { featuresIn } from '../../world/papers.ts'
import { unmergedOf } from '../../world/unmerged.ts'

/**
 * Told from the journal and the repository: a feature is begun only where everything that it depends on was said to have
 * passed and is in the base; and where people merge, the run itself merges nothing.
 */
export function builtOnBase(
  site: Site,
  { isolation }: MissionInput,
  isByHand: (feature: string) => boolean,
): Checker<MissionState, Event> {
  const passed = new Set<string>()
  const begun = new Set<string>()

  const begins = ({ lane }: OpenLane): Complaint => {
    const feature = (site.papers === null ? null : featuresIn(site.papers))?.find(({ id }) => id === lane)
    // Who is under way may find its lane gone while others go on.
    if (feature === undefined || begun.has(lane)) return null
    begun.add(lane)
    const missing = feature.dependsOn.find((one) => !passed.has(one) && !isByHand(one))
    if (missing !== undefined) return `${lane} is begun, and ${missing} has not passed`
    const [unmerged] = unmergedOf(
      site,
      feature.dependsOn.filter((one) => !isByHand(one)),
    )
    return unmerged === undefined ? null : `${lane} is begun on a base without ${unmerged.feature}`
  }
  const issued = (command: Command): Complaint => {
    if (command.type === 'EditDocuments')
      for (const { edit } of command.edits)
        if (edit.type === 'feature' && edit.set.status === 'passed') passed.add(edit.id)
    if (isolation.onPass !== 'merge' && command.type === 'MergeLane')
      return `${command.id} merges what is for people to merge`
    return command.type === 'OpenLane' ? begins(command) : null
  }
  return {
    name: 'built on base',
    durable(event) {
      return event.type === 'CommandIssued' ? issued(event.command) : null
    },
  }
}
