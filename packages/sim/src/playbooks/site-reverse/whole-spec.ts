import { inCheckout } from '@harness/core/effects/document-file'
import type { EventOf } from '@harness/core/kernel/effect'
import type { Command } from '@harness/core/playbooks/site-reverse/effects'
import { writtenFiles } from '@harness/core/playbooks/site-reverse/endings'
import type { SiteState } from '@harness/core/playbooks/site-reverse/state'
import { keyOf } from '@harness/formats/documents/codec/rewrite-documents'
import type { Checker, Complaint } from '../../engine/checker.ts'
import type { TextFiles } from '../../world/text-documents.ts'
import { plainInput } from './input.ts'

export type Event = EventOf<Command>

export const fileKeys = writtenFiles(plainInput).map((path) => keyOf(inCheckout(path)))
const mostAnswers = 3

/**
 * All files are written or none, no file of a person is replaced, and what is written is the answer that was checked. No
 * agent is called before the site was captured, and the site is captured once. A run that is over has closed its lane.
 */
export function wholeSpec(texts: TextFiles, theirs: ReadonlyMap<string, string>): Checker<SiteState, Event> {
  let answered: string | null = null
  let isCaptured = false
  let isWritten = false
  let isOpen = false
  let voids = 0

  const check = (): Complaint => {
    for (const [key, text] of theirs)
      if (texts.get(key) !== text) return `the file ${key} of a person is lost`
    const written = fileKeys.filter((key) => texts.has(key) && !theirs.has(key))
    return written.length === 0 || written.length + theirs.size >= fileKeys.length
      ? null
      : `only ${written.join()} is written`
  }
  const ended = (end: Extract<Event, { type: 'RunEnded' }>['end']): Complaint => {
    if (end.outcome === 'done' && !isWritten) return 'the run is done, and no spec was written'
    return !end.resumable && isOpen ? 'the lane of the analyst is left' : null
  }
  return {
    name: 'whole spec',
    changed: check,
    processEnded: check,
    settled: check,
    durable(event) {
      switch (event.type) {
        case 'SiteCaptured':
          if (isCaptured) return 'the site was captured twice'
          isCaptured = true
          return null
        case 'LaneOpened':
          isOpen = true
          return null
        case 'LaneClosed':
          isOpen = false
          return null
        case 'AgentFinished': {
          const { answer, violation } = event
          const isVoid = violation !== null || answer.kind !== 'site-analysis'
          answered = isVoid ? null : JSON.stringify(answer.analysis)
          if (isVoid) voids++
          return voids > mostAnswers ? `${voids} answers were void` : null
        }
        case 'CommandIssued': {
          const { command } = event
          if (command.type === 'RunAgent' && !isCaptured)
            return 'an agent is called before the site was captured'
          if (command.type === 'CloseLane') isOpen = false
          if (command.type !== 'EditDocuments') return null
          const [wanted] = command.edits
          return JSON.stringify(wanted?.edit.analysis) === answered ? null : 'a spec is written that is void'
        }
        case 'DocumentsEdited':
          isWritten = event.refused.length === 0
          return null
        case 'RunEnded':
          return ended(event.end)
        default:
          return null
      }
    },
  }
}
