import type { Plan } from '@harness/core/playbooks/autopilot/documents'
import type { Event } from '@harness/core/playbooks/autopilot/effects'
import type { AutopilotInput } from '@harness/core/playbooks/autopilot/input'
import type { Checker, Complaint } from '../../engine/checker.ts'
import type { AutopilotRun } from './autopilot-run.ts'
import { phasesOf } from './input.ts'
import { type Answered, aboutOf, Issued, isExecutor } from './told.ts'

/**
 * Told from the journal alone. No task is executed unless a person said yes to the plan as it was read last, by its digest,
 * or the rules let the first plan of the phase pass: at `fast`, or at `standard` if no signal fires. A complexity that another
 * tool recorded beside that of the spec is such a signal. A plan that a person wanted otherwise, and one that was edited after its approval, needs a yes. At `thorough` a person says yes to the
 * skeleton first, and at `standard` and `thorough` no planner plans a phase of high complexity unless a person wants it.
 */
export function approvedPlans(input: AutopilotInput): Checker<AutopilotRun, Event> {
  const issued = new Issued()
  const phases = phasesOf(input)
  const plans = new Map<string, Plan>()
  let now: InPhase = newPhase(0)

  const passesByRule = (plan: Plan): boolean => {
    if (input.reviewPlans || input.rigor === 'thorough' || now.isRevised) return false
    if (input.rigor === 'fast') return true
    if (input.adopted?.phases[now.phase - 1]?.complexityOverride != null) return false
    const marked = phases.get(now.phase)?.complexity
    const isLarger = marked === 'low' && (plan.tasks.length > 10 || plan.checkpoints > 3)
    return marked !== 'high' && !isLarger && now.concerns.length === 0 && plan.tasks.length <= 15
  }
  const read = (digest: string, plan: Plan | null | undefined): void => {
    if (plan != null) plans.set(digest, plan)
    now.latest = plan === null ? null : digest
    const known = plans.get(digest)
    if (plan === null || known === undefined || known.tasks.length === 0) return
    if (now.approved.size === 0 && passesByRule(known)) now.approved.add(digest)
  }
  const called = (id: string, isTask: boolean): Complaint => {
    if (isTask)
      return now.latest !== null && now.approved.has(now.latest)
        ? null
        : `${id} executes a plan that is not approved: ${now.latest}`
    const { does } = aboutOf(id)
    if (does !== 'skeleton' && does !== 'plan') return null
    if (
      input.rigor !== 'fast' &&
      phases.get(now.phase)?.complexity === 'high' &&
      !now.isDrafted &&
      !now.isRevised
    )
      return `${id} plans a phase of high complexity, and no person wants it`
    return does === 'plan' && input.rigor === 'thorough' && !now.hasSkeleton && !now.isRevised
      ? `${id} plans before a person approved the skeleton`
      : null
  }
  const answered = (event: Answered): void => {
    const { choice, digest } = event.answer
    const gate = issued.gateOf(event)
    if (gate === 'approve-plan' && choice === 'yes' && digest !== undefined) now.approved.add(digest)
    if (choice === 'revise' && gate !== 'skeleton') now.isRevised = true
    if (gate === 'plan-needed' && choice === 'draft') now.isDrafted = true
    if (gate === 'skeleton' && choice === 'yes') now.hasSkeleton = true
  }
  return {
    name: 'approved plans',
    durable(event) {
      issued.hear(event)
      switch (event.type) {
        case 'CommandIssued': {
          const { command } = event
          const { phase, task } = aboutOf(command.id)
          if (phase !== null && phase !== now.phase) now = newPhase(phase)
          return command.type === 'RunAgent' ? called(command.id, isExecutor(command) && task !== null) : null
        }
        case 'PlanLookedFor':
          if (event.paths.length > 0) now.concerns = event.concerns
          return null
        case 'AgentFinished':
          if (event.answer.kind === 'plan' && aboutOf(event.commandId).does === 'plan')
            now.concerns = event.answer.concerns
          return null
        case 'DocumentsRead':
          if (event.documents.plan !== undefined)
            read(event.documents.plan.digest, event.documents.plan.changed?.content)
          return null
        case 'GateAnswered':
          answered(event)
          return null
        default:
          return null
      }
    },
  }
}

interface InPhase {
  readonly phase: number
  /** Digests that a person or the rules approved. */
  readonly approved: Set<string>
  /** The digest of the plan as it was read last; null if it was missing. */
  latest: string | null
  concerns: readonly string[]
  isRevised: boolean
  isDrafted: boolean
  hasSkeleton: boolean
}

const newPhase = (phase: number): InPhase => ({
  phase,
  approved: new Set(),
  latest: null,
  concerns: [],
  isRevised: false,
  isDrafted: false,
  hasSkeleton: false,
})
