import type { Event } from '@harness/core/playbooks/autopilot/effects'
import type { AutopilotInput } from '@harness/core/playbooks/autopilot/input'
import type { Checker, Complaint } from '../../engine/checker.ts'
import type { AutopilotPlaybook, AutopilotRun } from './autopilot-run.ts'
import { claimedPhaseOf, phasesOf } from './input.ts'
import { Judgement } from './judgement.ts'
import { folding, Issued } from './told.ts'

/**
 * A phase gets its record only if its checks passed on exactly the lane's commit, the session is valid, the verifier passed
 * it if the rigor wants one or another tool calls tasks of it complete, it changed something and nothing in it is suspicious,
 * or a person skipped the verification after the last change; and if a review after the last change has no blocking finding, or a person overrode it. The record says
 * whether it was verified. All of it is told from the journal, except that the record is there.
 */
export function judged(playbook: AutopilotPlaybook, input: AutopilotInput): Checker<AutopilotRun, Event> {
  const issued = new Issued()
  const fold = folding(playbook, input)
  const judgement = new Judgement(input, issued)
  const claimed = phasesOf(input).get(claimedPhaseOf(input) ?? 0)?.name

  const unverified = (name: string): Complaint => {
    const { shown, head, start, suspicions } = judgement
    if (!shown.isProven) return 'its checks did not pass on the lane as it is'
    if (!shown.isValid) return 'the session is not valid'
    if ((input.rigor !== 'fast' || name === claimed) && !shown.isVerified) return 'no verifier passed it'
    if (suspicions.length > 0) return `it is suspicious: ${suspicions.join(', ')}`
    return head.tree === start.tree && name !== claimed ? 'it changed nothing' : null
  }
  const completed = (name: string, isVerified: boolean): Complaint => {
    const { shown } = judgement
    const why = unverified(name)
    const told = `the phase ${name} is complete, and`
    if (why !== null && !shown.isSkipped) return `${told} ${why}`
    if (isVerified && shown.isSkipped) return `${told} its record says that it was verified`
    if (shown.review === null) return `${told} no review came after the last change`
    if (shown.review === 'blocking' && !shown.isOverridden) return `${told} a finding blocks it`
    judgement.accept()
    return null
  }
  return {
    name: 'judged',
    durable(event) {
      issued.hear(event)
      judgement.hear(event)
      const { before, after } = fold(event)
      const record = after.history[before.history.length]
      return record === undefined ? null : completed(record.name, record.verificationPassed)
    },
  }
}
