import { inCheckout } from '@harness/core/effects/document-file'
import type { Event } from '@harness/core/playbooks/spec/effects'
import type { SpecInput } from '@harness/core/playbooks/spec/input'
import type { SpecState } from '@harness/core/playbooks/spec/state'
import { keyOf } from '@harness/formats/documents/codec/rewrite-documents'
import type { Checker, Complaint } from '../../engine/checker.ts'
import type { TextFiles } from '../../world/text-documents.ts'

/**
 * Nothing is written outside the folder of the spec, and nothing of a person is overwritten. All documents are there, or
 * none. A run is done only if they are, and one that is over has closed its lanes.
 */
export function keptToItsFolder(
  texts: TextFiles,
  theirs: ReadonlyMap<string, string>,
  { docsPath }: SpecInput,
): Checker<SpecState, Event> {
  const folder = keyOf(inCheckout(docsPath))
  const open = new Set<string>()
  let isWritten = false

  const check = (): Complaint => {
    for (const [key, text] of theirs) if (texts.get(key) !== text) return `the ${key} of a person is lost`
    const own = [...texts.keys()].filter((key) => !theirs.has(key))
    const strange = own.find((key) => !key.startsWith(folder))
    if (strange !== undefined) return `${strange} is outside the folder`
    return own.length > 0 && own.length < 3 ? `only ${own.join(', ')} is written` : null
  }
  return {
    name: 'kept to its folder',
    changed: check,
    processEnded: check,
    settled: check,
    durable(event) {
      if (event.type === 'LaneOpened') open.add(event.lane)
      if (event.type === 'CommandIssued' && event.command.type === 'CloseLane')
        open.delete(event.command.lane)
      if (event.type === 'DocumentsEdited') isWritten = event.refused.length === 0
      if (event.type !== 'RunEnded' || event.end.resumable) return null
      if (open.size > 0) return `lanes are left: ${[...open].join(', ')}`
      if (event.end.outcome === 'done' && !isWritten) return 'the run is done, and nothing was written'
      return event.end.outcome !== 'done' && isWritten ? 'documents were written in vain' : null
    },
  }
}
