import type { Event } from '@harness/core/playbooks/handbook-generation/effects'
import type { GenerationState } from '@harness/core/playbooks/handbook-generation/state'
import type { Checker, Complaint } from '../../engine/checker.ts'

const mostDrafts = 3

/**
 * Told from the journal alone. Only the latest plan is written, and only if its planner changed no file. A run is done only
 * if a plan was written. The planner gets at most two more chances. A run that is over has closed its lane.
 */
export function writtenHonestly(): Checker<GenerationState, Event> {
  let plan: string | null = null
  let isWritten = false
  let refusals = 0
  let isOpen = false

  const ended = (end: Extract<Event, { type: 'RunEnded' }>['end']): Complaint => {
    if (end.outcome === 'done' && !isWritten) return 'the run is done, and no handbook was written'
    if (end.outcome !== 'done' && isWritten && !end.resumable) return 'a handbook was written in vain'
    return !end.resumable && isOpen ? 'the lane of the planner is left' : null
  }
  return {
    name: 'written honestly',
    durable(event) {
      switch (event.type) {
        case 'LaneOpened':
          isOpen = true
          return null
        case 'LaneClosed':
          isOpen = false
          return null
        case 'AgentFinished':
          plan =
            event.violation === null && event.answer.kind === 'handbook-plan'
              ? JSON.stringify(event.answer.plan)
              : null
          return null
        case 'CommandIssued': {
          if (event.command.type !== 'EditDocuments') return null
          const [wanted] = event.command.edits
          return JSON.stringify(wanted?.edit.plan) === plan ? null : 'a plan is written that is void'
        }
        case 'DocumentsEdited':
          isWritten = event.refused.length === 0
          if (event.refused.some(({ reason }) => reason === 'invalid')) refusals++
          return refusals > mostDrafts ? `${refusals} drafts were refused` : null
        case 'RunEnded':
          return ended(event.end)
        default:
          return null
      }
    },
  }
}
