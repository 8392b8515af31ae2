import type { Event } from '@harness/core/playbooks/autopilot/effects'
import type { AutopilotInput } from '@harness/core/playbooks/autopilot/input'
import type { Checker, Complaint } from '../../engine/checker.ts'
import type { AutopilotRun } from './autopilot-run.ts'
import { type Answered, aboutOf, Issued } from './told.ts'

/** The first call of a job and three retries. A call after which a person rejected the work is one of them. */
const mostCalls = 4
const mostFinalFixes = 3

/**
 * Told from the journal alone. An executor is called at most four times for one job before a person is asked. The whole
 * change is fixed at most three times after the last phase, whatever the reason.
 */
export function limitsHold({ adopted }: AutopilotInput): Checker<AutopilotRun, Event> {
  const issued = new Issued()
  let job = ''
  let calls = 0
  let fixes = adopted?.finalReview.retryCount ?? 0
  let judged = ''

  const ended = (subject: string): Complaint => {
    calls = subject === job ? calls + 1 : 1
    job = subject
    return calls > mostCalls ? `${calls} calls for ${subject} before a person is asked` : null
  }
  const answered = (event: Answered): Complaint => {
    const gate = issued.gateOf(event)
    const { choice } = event.answer
    if (gate === 'agent-failing') return null
    calls = gate === 'checkpoint' && choice === 'no' ? 1 : 0
    const isFinal =
      gate === 'final-review-findings' ||
      gate === 'outcome' ||
      (gate === 'verification-failed' && judged === 'final')
    if (!isFinal || choice !== 'fix') return null
    return ++fixes > mostFinalFixes ? `fix cycle ${fixes} after the last phase` : null
  }
  return {
    name: 'limits hold',
    durable(event) {
      issued.hear(event)
      switch (event.type) {
        case 'AgentFinished':
        case 'ContractBroken':
          return event.role === 'autopilot/task-executor' ? ended(aboutOf(event.commandId).subject) : null
        case 'SessionValidated':
          judged = aboutOf(event.commandId).subject
          return null
        case 'GateAnswered':
          return answered(event)
        default:
          return null
      }
    },
  }
}
