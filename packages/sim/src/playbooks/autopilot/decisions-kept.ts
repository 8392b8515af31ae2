import type { Event } from '@harness/core/playbooks/autopilot/effects'
import type { AutopilotInput } from '@harness/core/playbooks/autopilot/input'
import type { Checker, Complaint } from '../../engine/checker.ts'
import type { AutopilotPlaybook, AutopilotRun } from './autopilot-run.ts'
import { type Answered, aboutOf, folding, Issued, isExecutor } from './told.ts'

/**
 * Every answer of a person adds exactly one decision, which names the person; one about a plan has the signals. A phase
 * whose plan no person approved has an automatic approval among the decisions, with the signals, and each checkpoint that
 * is marked as passed has a decision too.
 */
export function decisionsKept(
  playbook: AutopilotPlaybook,
  input: AutopilotInput,
): Checker<AutopilotRun, Event> {
  const issued = new Issued()
  const fold = folding(playbook, input)
  const approved = new Set<number>()
  const automatic = new Set<number>()
  let phase = 0
  let marks = 0

  const answered = (event: Answered, before: AutopilotRun, after: AutopilotRun): Complaint => {
    const gate = issued.gateOf(event)
    if (gate === 'approve-plan' && event.answer.choice === 'yes') approved.add(phase)
    const { by, choice } = event.answer
    const [made, ...others] = after.decisions
      .slice(before.decisions.length)
      .filter(({ why }) => why.includes(by))
    if (made === undefined) return `no decision names ${by}, who answered ${choice} to ${gate}`
    if (others.length > 0) return `the answer to ${gate} made ${others.length + 1} decisions`
    return gate === 'approve-plan' && made.signals === undefined
      ? 'a decision about a plan has no signals'
      : null
  }
  const count = ({ decisions }: AutopilotRun, what: RegExp, isSignalled = false): number =>
    decisions
      .slice(input.adopted?.decisions.length ?? 0)
      .filter((one) => what.test(one.what) && (!isSignalled || one.signals !== undefined)).length

  return {
    name: 'decisions kept',
    durable(event) {
      issued.hear(event)
      const { before, after } = fold(event)
      if (event.type === 'GateAnswered') return answered(event, before, after)
      if (event.type === 'LaneCommitted' && aboutOf(event.commandId).does === 'checkpoint')
        return count(after, /^(auto_)?passed_checkpoint/) < ++marks
          ? `no decision says why ${event.commandId} is passed`
          : null
      if (event.type !== 'CommandIssued') return null
      const { command } = event
      const about = aboutOf(command.id)
      phase = about.phase ?? phase
      if (isExecutor(command) && about.task !== null && !approved.has(phase)) {
        automatic.add(phase)
        if (count(after, /^auto_approved_plan/, true) < automatic.size)
          return `no decision says why the plan of phase ${phase} is approved`
      }
      return null
    },
  }
}
