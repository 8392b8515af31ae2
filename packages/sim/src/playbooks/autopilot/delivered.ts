import type { RunEnd } from '@harness/core/kernel/event'
import { passed } from '@harness/core/kernel/evidence'
import { isGivenUp } from '@harness/core/kernel/given-up'
import type { Command, Event } from '@harness/core/playbooks/autopilot/effects'
import type { AutopilotInput } from '@harness/core/playbooks/autopilot/input'
import { isBaseCommand } from '@harness/core/work/base-first-events'
import type { Checker, Complaint } from '../../engine/checker.ts'
import { provenKey, type Site } from '../../world/ground.ts'
import type { AutopilotRun } from './autopilot-run.ts'
import { Judgement } from './judgement.ts'
import { aboutOf, Issued } from './told.ts'

/**
 * Told from the journal, and of the checks from the world too. The branch is merged, or a pull request opened, only if a
 * person wanted exactly that last, and the latest checks of exactly that tree passed. Before a person is asked what becomes
 * of the branch, and before a run is done, a final review and an evaluation came after the last change, and neither blocks
 * unless a person overrode it. A branch that is not merged is kept. One that is left is done only if the latest checks of its
 * tree passed; otherwise the run ends with exit 1, and says so.
 */
export function delivered(input: AutopilotInput, site: Site): Checker<AutopilotRun, Event> {
  const issued = new Issued()
  const judgement = new Judgement(input, issued)
  let wanted: string | null = null
  const proven = new Set<string>()
  let isMerged = false
  let isPulled = false
  let isOver = false

  const landing = (command: Extract<Command, { readonly type: 'MergeLane' | 'OpenPull' }>): Complaint => {
    const choice = command.type === 'MergeLane' ? 'merge' : 'pull-request'
    if (wanted !== choice) return `${command.id}: no person chose ${choice}`
    const { commit, tree } = judgement.head
    if (command.commit !== commit) return `${command.id} lands another commit than the lane has`
    if (!proven.has(tree)) return `${command.id} lands what its checks did not pass on`
    const unseen = input.checks.find(({ name, run }) => !site.proven.has(provenKey(tree, name, run)))
    return unseen === undefined ? null : `${command.id} lands what ${unseen.name} never passed on`
  }
  const reviewed = (what: string): Complaint => {
    const { review, isOverridden, outcome, isOutcomeOverridden } = judgement.shown
    if (review === null) return `${what} without a final review after the last change`
    if (review === 'blocking' && !isOverridden) return `${what}, and a finding blocks it`
    if (outcome === null) return `${what} without an evaluation after the last change`
    return outcome === 'denied' && !isOutcomeOverridden ? `${what}, and the outcome blocks it` : null
  }
  const ended = ({ outcome, exitCode, reason }: RunEnd): Complaint => {
    if (outcome === 'done' && !isOver) return 'the run is done, and no branch was handed over'
    if (!isOver || isMerged || isPulled || proven.has(judgement.head.tree)) return null
    return outcome === 'halted' && exitCode === 1 && reason.includes('The checks have not passed')
      ? null
      : 'a branch that is left counts as done, and its checks did not pass'
  }
  const asked = (command: Command): Complaint => {
    switch (command.type) {
      case 'EditDocuments':
        if (aboutOf(command.id).does !== 'finish') return null
        isOver = true
        return reviewed('the branch is handed over')
      case 'MergeLane':
      case 'OpenPull':
        return landing(command)
      case 'AskHuman':
        return command.gate.name === 'deliver'
          ? reviewed('a person is asked what becomes of the branch')
          : null
      case 'CloseLane':
        // The lane of a run that was abandoned before an agent worked in it.
        if (isBaseCommand(command.id)) return null
        return isMerged || command.keepsBranch === true ? null : 'a branch that is not merged is removed'
      default:
        return null
    }
  }
  return {
    name: 'delivered',
    durable(event) {
      issued.hear(event)
      judgement.hear(event)
      switch (event.type) {
        case 'CommandIssued':
          return asked(event.command)
        case 'GateAnswered':
          if (issued.gateOf(event) !== 'deliver') return null
          wanted = event.answer.choice
          return null
        case 'ChecksFinished': {
          const command = issued.of(event.commandId)
          if (command?.type !== 'RunChecks' || command.id.includes('/diagnose/')) return null
          const all = event.evidence.length === input.checks.length && event.evidence.every(passed)
          proven.delete(event.tree)
          if (all) proven.add(event.tree)
          return null
        }
        case 'LaneMerged':
          isMerged = true
          return null
        case 'PullOpened':
          isPulled = true
          return null
        case 'RunEnded':
          return event.end.resumable || isGivenUp(event.end) ? null : ended(event.end)
        default:
          return null
      }
    },
  }
}
