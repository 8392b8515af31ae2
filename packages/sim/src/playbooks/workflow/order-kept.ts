import { passed } from '@harness/core/kernel/evidence'
import type { Command, Event, RunAgent } from '@harness/core/playbooks/workflow/effects'
import type { WorkflowInput } from '@harness/core/playbooks/workflow/input'
import type { WorkflowState } from '@harness/core/playbooks/workflow/state'
import type { Checker, Complaint } from '../../engine/checker.ts'

/**
 * Told from the journal alone. No agent writes code before a person said yes to the spec as it is. A change is evaluated
 * only after its checks ran, and if they failed only if a person wants it. Nothing is committed before the commit gate, and
 * nothing of the run is removed before the commit. Only a patch that a person wants is applied.
 */
export function orderKept({ hasGit }: WorkflowInput): Checker<WorkflowState, Event> {
  const asked = new Map<string, Command>()
  const approved = new Set<string>()
  let spec: string | null = null
  /** The latest checks: the commit, and whether all passed. */
  let shown: { readonly commit: string; readonly isGood: boolean } | null = null
  let isWanted = false
  let patch: 'none' | 'wanted' = 'none'
  let choice: string | null = null
  let isCommitted = false

  const called = (command: RunAgent): Complaint => {
    if (command.commitMessage !== null) {
      isWanted = false
      return spec !== null && approved.has(spec) ? null : `${command.id} writes code without an approved spec`
    }
    if (command.role !== 'workflow/evaluator') return null
    if (shown?.commit !== command.startCommit) return `${command.id} evaluates what was not verified`
    return shown.isGood || isWanted ? null : `${command.id} evaluates what failed, and no person wants it`
  }
  const issued = (command: Command): Complaint => {
    asked.set(command.id, command)
    switch (command.type) {
      case 'RunAgent':
        return called(command)
      case 'ApplyPatch':
        return patch === 'wanted' ? null : 'a patch is applied that no person wants'
      case 'CommitChange':
        return choice === 'code' || choice === 'all' ? null : 'it commits before the commit gate'
      case 'MergeLane':
        return isCommitted ? null : 'it merges before the commit'
      case 'CleanUp':
        if (command.docs.length > 0 && choice !== 'code')
          return 'it removes documents that a person wants to keep'
        return isCommitted || choice === 'none' || !hasGit ? null : 'it cleans up before the commit'
      default:
        return null
    }
  }
  const answered = (command: Command | undefined, event: Extract<Event, { type: 'GateAnswered' }>): void => {
    if (command?.type !== 'AskHuman') return
    const { choice: chosen, digest } = event.answer
    if (command.gate.name === 'spec' && chosen === 'proceed' && digest !== undefined) approved.add(digest)
    if (command.gate.name === 'verify') isWanted = chosen === 'continue'
    if (command.gate.name === 'auto-fix') patch = chosen === 'apply' ? 'wanted' : 'none'
    if (command.gate.name === 'commit') choice = chosen
  }
  return {
    name: 'order kept',
    durable(event) {
      switch (event.type) {
        case 'RunResumed':
          if (event.until === 'evaluate') isWanted = true
          return null
        case 'CommandIssued':
          return issued(event.command)
        case 'GateAnswered':
          answered(asked.get(event.commandId), event)
          return null
        case 'DocumentsRead':
          if (event.documents.spec !== undefined) spec = event.documents.spec.digest
          return null
        case 'ChecksFinished': {
          const command = asked.get(event.commandId)
          const isFirst = event.commandId.includes('/build/')
          if (command?.type === 'RunChecks')
            shown = {
              commit: command.commit,
              isGood:
                (isFirst || shown?.isGood === true) &&
                event.evidence.length === command.checks.length &&
                event.evidence.every(passed),
            }
          return null
        }
        case 'ChangeCommitted':
          isCommitted = true
          return null
        default:
          return null
      }
    },
  }
}
