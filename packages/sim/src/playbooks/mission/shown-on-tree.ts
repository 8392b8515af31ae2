import { passed } from '@harness/core/kernel/evidence'
import type { Event } from '@harness/core/playbooks/mission/state/effects'
import type { MissionState } from '@harness/core/playbooks/mission/state/state'
import type { Checker } from '../../engine/checker.ts'
import { provenKey, type Site } from '../../world/ground.ts'

/** Held against what truly ran: a check that is said to pass on a tree, also ahead of its turn, has passed on exactly that tree. */
export const shownOnTree = (site: Site): Checker<MissionState, Event> => ({
  name: 'shown on tree',
  durable(event) {
    if (event.type !== 'ChecksFinished') return null
    const unseen = event.evidence.find(
      (item) => passed(item) && !site.proven.has(provenKey(item.tree, item.check, item.run)),
    )
    return unseen === undefined ? null : `${unseen.check} is said to pass on ${unseen.tree}, and never did`
  },
})
