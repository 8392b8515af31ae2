import { inCheckout } from '@harness/core/effects/document-file'
import type { EventOf } from '@harness/core/kernel/effect'
import type { Command } from '@harness/core/playbooks/planning/effects'
import type { PlanningState } from '@harness/core/playbooks/planning/state'
import { keyOf } from '@harness/formats/documents/codec/rewrite-documents'
import type { Checker, Complaint } from '../../engine/checker.ts'
import type { TextFiles } from '../../world/text-documents.ts'
import { planDir } from './input.ts'

export type Event = EventOf<Command>

export const keyOfPlan = (name: string): string => keyOf(inCheckout(`${planDir}/${name}`))
const ours = ['0002-cart.md', '0003-pay.md'].map(keyOfPlan)
const mostAnswers = 3

/**
 * All plans are written or none, none of a person is lost, and no answer that is void is written. A run is done only if its
 * plans are there. The planner gets at most two more chances. A run that is over has closed its lane.
 */
export function wholePlans(
  texts: TextFiles,
  theirs: ReadonlyMap<string, string>,
): Checker<PlanningState, Event> {
  let proposed: string | null = null
  let isWritten = false
  let isOpen = false
  let voids = 0

  const check = (): Complaint => {
    for (const [key, text] of theirs)
      if (texts.get(key) !== text) return `the plan ${key} of a person is lost`
    const written = ours.filter((key) => texts.has(key) && !theirs.has(key))
    return written.length === 0 || written.length === ours.length ? null : `only ${written.join()} is written`
  }
  const ended = (end: Extract<Event, { type: 'RunEnded' }>['end']): Complaint => {
    if (end.outcome === 'done' && !isWritten) return 'the run is done, and no plan was written'
    if (end.outcome !== 'done' && isWritten && !end.resumable) return 'plans were written in vain'
    return !end.resumable && isOpen ? 'the lane of the planner is left' : null
  }
  return {
    name: 'whole plans',
    changed: check,
    processEnded: check,
    settled: check,
    durable(event) {
      switch (event.type) {
        case 'LaneOpened':
          isOpen = true
          return null
        case 'LaneClosed':
          isOpen = false
          return null
        case 'AgentFinished': {
          const isPlans = event.violation === null && event.answer.kind === 'plan-proposals'
          proposed =
            isPlans && event.answer.kind === 'plan-proposals' ? JSON.stringify(event.answer.proposals) : null
          if (!isPlans) voids++
          return voids > mostAnswers ? `${voids} answers were void` : null
        }
        case 'CommandIssued': {
          if (event.command.type === 'CloseLane') isOpen = false
          if (event.command.type !== 'EditDocuments') return null
          const [wanted] = event.command.edits
          return JSON.stringify(wanted?.edit.proposals) === proposed
            ? null
            : 'plans are written that are void'
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
