/** Owns what the files of a session say of a state: other tools can continue from them. */
import { isoTime } from '@harness/core/kernel/iso-time'
import { startingCommitOf } from '@harness/core/playbooks/autopilot/moves'
import type { AutopilotState, NumberedPhase } from '@harness/core/playbooks/autopilot/state'
import { stateNameOf } from '@harness/core/playbooks/autopilot/state-name'
import { printHandoff } from './handoff-file.ts'
import { learningsText } from './notes-text.ts'
import { printReview } from './review-file.ts'
import { printSessionFile } from './session-file.ts'
import { sessionFiles } from './session-slug.ts'
import { printSummary } from './summary-file.ts'
import { printTaskState, type TaskProgress } from './task-state.ts'

/** By path; null if a file of the session is no longer there. */
export function sessionTexts(state: AutopilotState): Readonly<Record<string, string | null>> {
  const { input, handoff, learnings, phases, reviews } = state
  const files = sessionFiles(input.slug)
  const now = isoTime(state.updatedAt)
  const entries: (readonly [string, string | null])[] = [
    [files.state, stateText(state)],
    [files.tasks, taskText(state, now)],
    [files.summary, summaryText(state, now)],
    ...(handoff === null || isAdopted(state) ? [] : [[files.handoff, printHandoff(handoff)] as const]),
    ...(learnings.length === 0
      ? []
      : [[files.learnings, `# Learnings\n\n${learningsText(now, learnings)}\n`] as const]),
    ...phases.flatMap(({ number, name }) => {
      const findings = reviews[number]
      return findings === undefined
        ? []
        : [[files.review(number), printReview({ phase: number, name, findings })] as const]
    }),
    ...phases.flatMap((one) => scratchpadOf(state, one)),
  ]
  return Object.fromEntries(entries)
}

/** The handoff of another tool stays as it is until a persona leaves one: it may name the plan. */
const isAdopted = ({ handoff, input: { adoptedHandoff } }: AutopilotState): boolean =>
  handoff !== null && adoptedHandoff !== null && printHandoff(handoff) === printHandoff(adoptedHandoff)

/** A phase that is over has none. What another tool left for a phase to come is not ours to remove. */
function scratchpadOf(
  { input, phases, current, work }: AutopilotState,
  phase: NumberedPhase,
): readonly (readonly [string, string | null])[] {
  const path = sessionFiles(input.slug).scratchpad(phase.number)
  if (phase.status === 'complete' || phase.status === 'skipped') return [[path, null]]
  return phase !== phases[current] || work.scratchpad === '' ? [] : [[path, `${work.scratchpad.trimEnd()}\n`]]
}

const stateText = (state: AutopilotState): string =>
  printSessionFile({
    specPath: state.input.specPath,
    startingCommit: state.lane === null ? null : startingCommitOf(state),
    currentState: stateNameOf(state),
    currentPhase: state.current,
    rigorLevel: state.input.rigor,
    reviewPlans: state.input.reviewPlans,
    phases: state.phases,
    decisions: state.decisions,
    history: state.history,
    finalReview: state.finalReview,
  })

function taskText({ phases, current, work, handoff, decisions }: AutopilotState, now: string): string {
  const tasks = work.plan?.plan.tasks ?? []
  const done = new Set(work.done.map(({ id }) => id))
  const next = tasks.find(({ id }) => !done.has(id))
  const progress = Object.fromEntries(
    tasks.map(({ id }): readonly [string, TaskProgress] => [
      id,
      done.has(id) ? 'complete' : id === next?.id && work.start !== null ? 'in_progress' : 'pending',
    ]),
  )
  return printTaskState({
    position: { phase: phases[current]?.name ?? '', task: next?.id ?? '' },
    decisions: decisions.map(({ what, why }) => ({ date: now.slice(0, 10), decision: what, context: why })),
    blockers: (handoff?.blockers ?? []).map((description, index) => ({
      id: `B${index + 1}`,
      description,
      status: 'open',
    })),
    progress,
  })
}

const summaryText = (state: AutopilotState, now: string): string => {
  const phase = state.phases[state.current]
  return printSummary({
    session: state.input.slug,
    lastActive: now,
    skill: 'autopilot',
    phase: phase === undefined ? 'all phases are over' : `${phase.number}: ${phase.name}`,
    status: stateNameOf(state),
    spec: state.input.specPath,
    plan: phase?.planPath ?? null,
    keyContext: state.handoff?.summary ?? '',
    nextStep: state.at.phase === 'over' ? 'none' : `harness autopilot ${state.input.specPath}`,
  })
}
