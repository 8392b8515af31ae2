import type { EventOf } from '@harness/core/kernel/effect'
import { isGreen } from '@harness/core/kernel/evidence'
import { readyMark } from '@harness/core/playbooks/release/documents'
import type { Command } from '@harness/core/playbooks/release/effects'
import type { ReleaseInput } from '@harness/core/playbooks/release/input'
import type { ReleaseState } from '@harness/core/playbooks/release/state'
import { keyOf } from '@harness/formats/documents/codec/rewrite-documents'
import type { Checker, Complaint } from '../../engine/checker.ts'
import type { TextFiles } from '../../world/text-documents.ts'

export type Event = EventOf<Command>

export const markKey = keyOf({ place: 'state', path: readyMark })

/**
 * The mark is only there if every check passed on the tree of the lane, and a line of a check says that the test with the
 * tag passed. A run is done only with the mark. A run that is over has closed its lane.
 */
export function releasedHonestly(texts: TextFiles, { checks }: ReleaseInput): Checker<ReleaseState, Event> {
  let tree: string | null = null
  let isGreenTree = false
  let isShown = false
  let isOpen = false

  const check = (): Complaint => {
    if (!texts.has(markKey)) return null
    if (!isGreenTree) return 'it is ready, and no tree passed all checks'
    return isShown ? null : 'it is ready, and nothing shows the tag'
  }
  return {
    name: 'released honestly',
    changed: check,
    processEnded: check,
    settled: check,
    durable(event) {
      switch (event.type) {
        case 'LaneOpened':
          isOpen = true
          tree = event.tree
          isGreenTree = false
          isShown = false
          return null
        case 'LaneClosed':
          isOpen = false
          return null
        case 'ChecksFinished':
          isGreenTree = checks.every(({ name }) =>
            event.evidence.some((item) => item.check === name && item.tree === tree && isGreen(item)),
          )
          return null
        case 'TagsFound':
          isShown = Object.values(event.found).every(
            ({ tests, lines }) => tests.length > 0 && lines.some(({ verdict }) => verdict === 'passed'),
          )
          return null
        case 'RunEnded':
          if ((event.end.outcome === 'done') !== texts.has(markKey) && !event.end.resumable)
            return 'the mark is not what the run says'
          return !event.end.resumable && isOpen ? 'the lane of the gate is left' : null
        default:
          return null
      }
    },
  }
}
