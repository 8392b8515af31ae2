import { inCheckout } from '@harness/core/effects/document-file'
import { handbookFile, skeletonFile } from '@harness/core/playbooks/handbook/handbook-document'
import type { Event } from '@harness/core/playbooks/handbook-generation/effects'
import type { GenerationState } from '@harness/core/playbooks/handbook-generation/state'
import { keyOf } from '@harness/formats/documents/codec/rewrite-documents'
import type { Checker, Complaint } from '../../engine/checker.ts'
import type { TextFiles } from '../../world/text-documents.ts'

/** What people wrote is still there: in its place, or beside it if it may be replaced. A handbook comes with its skeleton. */
export function peopleKeepTheirs(
  texts: TextFiles,
  theirs: ReadonlySet<string>,
  replace: boolean,
): Checker<GenerationState, Event> {
  const [handbook, skeleton] = [handbookFile, skeletonFile].map((path) => keyOf(inCheckout(path)))
  const check = (): Complaint => {
    const there = texts.get(handbook ?? '')
    for (const text of theirs)
      if (there !== text && !(replace && [...texts.values()].includes(text)))
        return `the handbook of a person is lost: ${text}`
    const isTheirs = there === undefined || theirs.has(there)
    return isTheirs || texts.has(skeleton ?? '') ? null : 'a handbook is there without its skeleton'
  }
  return { name: 'people keep theirs', changed: check, processEnded: check, settled: check }
}
