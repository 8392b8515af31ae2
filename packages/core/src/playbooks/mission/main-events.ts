/** What a mission makes of what came to the run itself: its readings, its plan, its orchestrator, its last tests. */
import type { LaneOpened } from '../../effects/open-lane.ts'
import type { ContractBroken } from '../../effects/run-agent.ts'
import { forgeRole } from '../../kernel/hurdle.ts'
import { failed, recovered } from '../../kernel/retrying.ts'
import { haltWith } from '../../work/attempts.ts'
import { allowedDecision, nextDecision } from './decisions.ts'
import type { AgentFinished, Outcome } from './effects.ts'
import { decided } from './enacting.ts'
import { withHook } from './errands.ts'
import { featureLane } from './flight.ts'
import { smokeIssues } from './landing.ts'
import { curated, promotingAll } from './memory.ts'
import { numbered } from './outcomes.ts'
import { begun, missionRead, planned, planReviewed } from './planning.ts'
import { curatedTo } from './settling.ts'
import { type MissionState, noted } from './state.ts'
import { mainVoid, whyVoid } from './void-answers.ts'

export function mainCame(state: MissionState, event: Outcome): MissionState {
  const { main } = state
  switch (event.type) {
    case 'DocumentsRead':
      return main.type === 'read' ? { ...state, main: { ...main, found: event.documents } } : state
    case 'BaseLooked':
      return main.type === 'read' && main.found !== null ? missionRead(state, main, main.found, event) : state
    case 'LaneOpened':
      return main.type === 'open' ? deskOpened(state, event) : state
    case 'LaneClosed':
      return main.type === 'close'
        ? {
            ...(event.kept === null ? state : noted(state, `A lane was kept: ${event.kept}`)),
            desk: null,
            main: main.next,
          }
        : state
    case 'SmokeTested':
      return main.type === 'smoke' ? testedAtTheEnd(state, event) : state
    case 'AgentFinished':
      return agentFinished(state, event)
    case 'AgentFailed':
    case 'ForgeFailed':
      return failed(readAgain(state), { role: forgeRole, ...event })
    case 'ContractBroken':
      return contractBroken(state, event)
    case 'CommandFailed':
      return haltWith(readAgain(state), event)
    default:
      return state
  }
}

/** A reading does not wait for a look that failed: people may edit meanwhile. */
export const readAgain = (state: MissionState): MissionState =>
  state.main.type === 'read' ? { ...state, main: { ...state.main, found: null } } : state

function deskOpened(state: MissionState, event: LaneOpened): MissionState {
  const opened = { ...state, desk: featureLane(event) }
  return state.main.type === 'open' && state.main.next === 'smoke'
    ? { ...opened, main: { type: 'smoke' } }
    : begun(opened)
}

function testedAtTheEnd(state: MissionState, event: Extract<Outcome, { type: 'SmokeTested' }>): MissionState {
  if (event.passed) return { ...withHook(state, 'on-smoke-pass', null), main: { type: 'document' } }
  const issues = numbered(event.commandId, smokeIssues(state, event))
  return {
    ...withHook(state, 'on-smoke-fail', null),
    main: { type: 'idle' },
    smokeFailures: state.smokeFailures + 1,
    openIssues: [...state.openIssues, ...issues],
  }
}

function agentFinished(state: MissionState, event: AgentFinished): MissionState {
  const { main } = state
  switch (main.type) {
    case 'plan':
      return planned(state, event)
    case 'review':
      return planReviewed(state, event)
    case 'orchestrate':
      return event.answer.kind === 'decision' && event.violation === null
        ? orchestrated(recovered(state), event.answer, event.at)
        : orchestratorRefused(recovered(state), 'Your answer was no decision.', event.at)
    case 'curate':
      return event.violation !== null || event.answer.kind !== 'curation'
        ? uncurated(state, 'The curator gave no usable answer.')
        : curatedTo(curated(recovered(state), event.answer), main.next)
    default:
      return state
  }
}

/** The memory stays as it was: nothing waits for it. */
const uncurated = (state: MissionState, why: string): MissionState =>
  state.main.type !== 'curate'
    ? state
    : curatedTo(promotingAll(noted(recovered(state), `The memory was not curated: ${why}`)), state.main.next)

function orchestrated(
  state: MissionState,
  chosen: { readonly decision: string; readonly subject: string | null; readonly reason: string },
  at: number,
): MissionState {
  const decision = allowedDecision(state, chosen)
  return decision === null
    ? orchestratorRefused(
        state,
        `${[chosen.decision, chosen.subject ?? ''].join(' ').trim()} is not possible now.`,
        at,
      )
    : decided(state, { decision, by: 'agent' }, at)
}

/** Asked once more, then the rules decide. */
function orchestratorRefused(state: MissionState, why: string, at: number): MissionState {
  if (state.main.type !== 'orchestrate') return state
  if (state.main.refused === null) return { ...state, main: { type: 'orchestrate', refused: why } }
  const decision = nextDecision(state)
  const told = noted(state, `The orchestrator was overruled in iteration ${state.iteration + 1}: ${why}`)
  return decision === null
    ? { ...told, main: { type: 'idle' } }
    : decided(told, { decision, by: 'rules' }, at)
}

function contractBroken(state: MissionState, event: ContractBroken): MissionState {
  const { main } = state
  if (main.type === 'orchestrate') return orchestratorRefused(state, 'Your answer was no decision.', event.at)
  return main.type === 'curate'
    ? uncurated(state, event.problems.join('; '))
    : mainVoid(state, event, whyVoid(event))
}
