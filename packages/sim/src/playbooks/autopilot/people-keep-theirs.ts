import type { Event } from '@harness/core/playbooks/autopilot/effects'
import type { Checker, Complaint } from '../../engine/checker.ts'
import type { TextFiles } from '../../world/text-documents.ts'
import type { AutopilotRun } from './autopilot-run.ts'

/** What people and other tools wrote last, by the key of the file. A file that they took away is not in it. */
export type Theirs = Map<string, string>

/** What a person wrote into a plan or the spec stays until they take it away. A revision of such a plan is written elsewhere. */
export function peopleKeepTheirs(texts: TextFiles, theirs: Theirs): Checker<AutopilotRun, Event> {
  const check = (): Complaint => {
    for (const [key, text] of theirs)
      if (texts.get(key) !== text) return `what a person wrote is lost: ${key}`
    return null
  }
  return {
    name: 'people keep theirs',
    changed: check,
    processEnded: check,
    settled: check,
  }
}
