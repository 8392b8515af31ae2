import type { Event } from '@harness/core/playbooks/workflow/effects'
import type { WorkflowState } from '@harness/core/playbooks/workflow/state'
import type { Checker, Complaint } from '../../engine/checker.ts'
import type { TextFiles } from '../../world/text-documents.ts'
import { specKey } from './input.ts'

/** What the latest person wrote into the spec; null if they took it away, or wrote nothing. */
export interface Theirs {
  text: string | null
}

/**
 * What a person wrote into the spec stays there until they take it away, have it planned again, or choose to commit the code
 * alone, which removes the documents.
 */
export function peopleKeepTheirs(texts: TextFiles, theirs: Theirs): Checker<WorkflowState, Event> {
  let isLetGo = false
  const check = (): Complaint =>
    theirs.text === null || isLetGo || texts.get(specKey) === theirs.text
      ? null
      : `the spec of a person is lost: ${theirs.text}`
  return {
    name: 'people keep theirs',
    durable(event) {
      if (event.type !== 'CommandIssued') return null
      const { command } = event
      if (command.type === 'CleanUp' && command.docs.length > 0) isLetGo = true
      if (command.type === 'EditDocuments')
        for (const { edit } of command.edits)
          if (edit.kind === 'text' && edit.replaces === theirs.text) theirs.text = null
      return null
    },
    changed: check,
    processEnded: check,
    settled: check,
  }
}
