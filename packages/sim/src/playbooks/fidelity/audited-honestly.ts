import type { EventOf } from '@harness/core/kernel/effect'
import type { Command } from '@harness/core/playbooks/fidelity/effects'
import type { FidelityState } from '@harness/core/playbooks/fidelity/state'
import { keyOf } from '@harness/formats/documents/codec/rewrite-documents'
import type { Checker, Complaint } from '../../engine/checker.ts'
import type { TextFiles } from '../../world/text-documents.ts'
import type { SimPlans } from './sim-plans.ts'

export type Event = EventOf<Command>

const reports = keyOf({ place: 'state', path: 'fidelity-reports/' })
const mostAnswers = 3

/**
 * A plan is blocked only by a review, and a review is written only after an audit with evidence that is above the
 * threshold, whose report people can read. A run is done only if its audit is not above it, or if a person accepted one.
 * The auditor gets at most two more chances. A run that is over has closed its lane.
 */
export function auditedHonestly(
  texts: TextFiles,
  plans: SimPlans,
  accepts: boolean,
): Checker<FidelityState, Event> {
  const all = [...plans.active, ...(plans.review ?? [])].length
  const startsUnderReview = plans.review !== null
  /** If the latest answer has evidence and is above the threshold. */
  let isAbove: boolean | null = null
  let isOpen = false
  let voids = 0

  const isFiled = (): boolean =>
    [...texts.keys()].some((key) => key.startsWith(reports) && key.endsWith('.md'))
  const check = (): Complaint => {
    if (plans.active.size + (plans.review?.size ?? 0) !== all)
      return 'a plan is blocked, and no review says why'
    if (plans.review === null || startsUnderReview) return null
    if (isAbove !== true) return 'plans are blocked without an audit above the threshold'
    return isFiled() ? null : 'plans are blocked, and there is no report'
  }
  return {
    name: 'audited honestly',
    changed: check,
    processEnded: check,
    settled: check,
    durable(event) {
      switch (event.type) {
        case 'LaneOpened':
          isOpen = true
          isAbove = null
          return null
        case 'LaneClosed':
          isOpen = false
          return null
        case 'AgentFinished': {
          const audit = event.answer.kind === 'fidelity-audit' ? event.answer.audit : null
          const isSound =
            event.violation === null &&
            (audit?.requirements ?? []).some(({ notes, status }) => status === 'unmet' || notes !== 'it does')
          isAbove = isSound ? (audit?.requirements ?? []).some(({ status }) => status === 'unmet') : null
          if (!isSound) voids++
          return voids > mostAnswers ? `${voids} answers were void` : null
        }
        case 'CommandIssued':
          if (event.command.type === 'CloseLane') isOpen = false
          return null
        case 'RunEnded': {
          const { outcome, resumable, exitCode } = event.end
          if (outcome === 'done' && !accepts && isAbove !== false) return 'it is done, and no audit was fine'
          if (outcome === 'done' && plans.review !== null) return 'it is done, and plans are blocked'
          if (exitCode === 1 && !resumable && isAbove !== true && outcome !== 'blocked')
            return 'it needs a person, and no audit was above the threshold'
          return !resumable && isOpen ? 'the lane of the auditor is left' : null
        }
        default:
          return null
      }
    },
  }
}
