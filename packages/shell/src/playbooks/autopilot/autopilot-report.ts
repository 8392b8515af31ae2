/** Owns what an autopilot tells of a state. Pure. */
import { describeFinding, titleOf } from '@harness/core/playbooks/autopilot/moves'
import type { AutopilotState } from '@harness/core/playbooks/autopilot/state'
import { stateNameOf } from '@harness/core/playbooks/autopilot/state-name'
import type { GivenReport } from '../../engine/run-report.ts'

export function autopilotReport(state: AutopilotState): GivenReport {
  const { input, at, lane, decisions, finalReview } = state
  return {
    title: input.specPath,
    about: input.specPath,
    label: 'autopilot',
    heading: input.slug,
    phase: stateNameOf(state),
    branch: lane?.branch ?? input.branch,
    baseBranch: input.baseBranch,
    isOver: at.phase === 'over',
    sections: [
      { title: 'Phases', lines: phaseLines(state) },
      {
        title: 'Decisions',
        lines: decisions.map(({ state: name, what, why }) => `${name}: ${what} (${why})`),
      },
      { title: 'Final review', lines: finalReview.findings.map(describeFinding) },
      { title: 'Said', lines: state.said },
    ],
    fields: autopilotFields(state),
  }
}

/** `▸ Phase 2: Rule Engine (high) in-progress, task 3 of 14`. */
export function phaseLines(state: AutopilotState): readonly string[] {
  const { phases, current, work } = state
  const tasks = work.plan?.plan.tasks.length ?? 0
  return phases.map((phase, index) => {
    const isCurrent = index === current && phase.status === 'in-progress'
    const progress = isCurrent && tasks > 0 ? `, ${work.done.length} of ${tasks} tasks done` : ''
    const plan = phase.planPath === null ? '' : ` [${phase.planPath}]`
    return `${isCurrent ? '▸' : ' '} ${titleOf(phase)} (${phase.complexity}) ${phase.status}${progress}${plan}`
  })
}

export const autopilotFields = (state: AutopilotState): Readonly<Record<string, unknown>> => ({
  state: stateNameOf(state),
  slug: state.input.slug,
  specPath: state.input.specPath,
  sessionDir: state.input.sessionDir,
  rigor: state.input.rigor,
  reviewPlans: state.input.reviewPlans,
  currentPhase: state.current,
  phases: state.phases.map(({ number, name, complexity, complexityOverride, status, planPath }) => ({
    number,
    name,
    complexity,
    complexityOverride,
    status,
    planPath,
  })),
  tasksDone: state.work.done.map(({ id }) => id),
  decisions: state.decisions,
  history: state.history,
  finalReview: { ...state.finalReview, findings: state.finalReview.findings.length },
  outcome: state.outcome,
})
