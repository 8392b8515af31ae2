/** What a mission makes of what came to the run itself: its readings, its plan, its orchestrator, its last tests. */
import type { ForgeFailed } from '../../../effects/forge-failed.ts'
import type { AgentFailed, ContractBroken } from '../../../effects/run-agent.ts'
import { forgeRole } from '../../../kernel/hurdle.ts'
import { failed, recovered } from '../../../kernel/retrying.ts'
import { unattended } from '../../../kernel/unattended.ts'
import { haltWith } from '../../../work/attempts.ts'
import { allowedDecision, nextDecision } from '../decisions/decisions.ts'
import { curated, promotingAll, remembering } from '../documents/memory.ts'
import { smokeIssues } from '../feature/landing.ts'
import { numbered } from '../feature/outcomes.ts'
import { usableAnswer, whyVoid } from '../feature/void-answers.ts'
import type { ChosenDecision } from '../state/answers.ts'
import type { AgentFinished, Outcome } from '../state/effects.ts'
import { featureLane } from '../state/flight.ts'
import { type MissionState, noted } from '../state/state.ts'
import { withHook } from '../telling/errands.ts'
import { decided } from './enacting.ts'
import { missionRead, planned, planReviewed } from './planning.ts'
import { curatedTo } from './settling.ts'

export function mainCame(state: MissionState, event: Outcome): MissionState {
  const { at } = state
  switch (event.type) {
    case 'DocumentsRead':
      return at.phase === 'read' ? { ...state, at: { ...at, found: event.documents } } : state
    case 'BaseLooked':
      return at.phase === 'read' && at.found !== null ? missionRead(state, at, at.found, event) : state
    case 'LaneOpened':
      return {
        ...state,
        desk: featureLane(event),
        at: at.phase === 'smoke' ? { ...at, isOpen: true } : at,
      }
    case 'LaneClosed':
      return {
        ...(event.kept === null ? state : noted(state, `A lane was kept: ${event.kept}`)),
        desk: null,
      }
    case 'SmokeTested':
      return at.phase === 'smoke' ? testedAtTheEnd(state, event) : state
    case 'AgentFinished':
    case 'ContractBroken':
      return answered(state, event)
    case 'AgentFailed':
    case 'ForgeFailed':
      return agentFailed(state, event)
    case 'CommandFailed':
      return haltWith(readAgain(state), event)
    default:
      return state
  }
}

/** Without the curator the memory stays as it was; other roles are called again after a resume. */
function agentFailed(state: MissionState, event: AgentFailed | ForgeFailed): MissionState {
  const next = failed(readAgain(state), { role: forgeRole, ...event })
  return next.hurdle?.type === 'gate' && state.at.phase === 'curate'
    ? uncurated({ ...next, hurdle: null }, event.error.message)
    : unattended(next)
}

/** A reading does not wait for a look that failed: people may edit meanwhile. */
export const readAgain = (state: MissionState): MissionState =>
  state.at.phase === 'read' ? { ...state, at: { ...state.at, found: null } } : state

function testedAtTheEnd(state: MissionState, event: Extract<Outcome, { type: 'SmokeTested' }>): MissionState {
  if (event.passed) return { ...withHook(state, 'on-smoke-pass', null), at: { phase: 'document' } }
  const issues = numbered(event.commandId, smokeIssues(state, event))
  return {
    ...withHook(state, 'on-smoke-fail', null),
    at: { phase: 'idle' },
    smokeFailures: state.smokeFailures + 1,
    openIssues: [...state.openIssues, ...issues],
  }
}

function answered(state: MissionState, event: AgentFinished | ContractBroken): MissionState {
  const { at } = state
  switch (at.phase) {
    case 'plan':
      return planned(state, event)
    case 'review':
      return planReviewed(state, event)
    case 'orchestrate': {
      const chosen = usableAnswer(event, 'decision')
      return chosen === null
        ? orchestratorRefused(recovered(state), 'Your answer was no decision.', event.at)
        : orchestrated(remembering(recovered(state), event, decisionText(chosen)), chosen, event.at)
    }
    case 'curate': {
      const curation = usableAnswer(event, 'curation')
      return curation === null
        ? uncurated(state, whyVoid(event).join('; '))
        : curatedTo(curated(recovered(state), event, curation, at.told), at.next)
    }
    default:
      return state
  }
}

/** The memory stays as it was: nothing waits for it. */
const uncurated = (state: MissionState, why: string): MissionState =>
  state.at.phase !== 'curate'
    ? state
    : curatedTo(promotingAll(noted(recovered(state), `The memory was not curated: ${why}`)), state.at.next)

const nameOf = ({ decision, subject }: ChosenDecision): string => [decision, subject ?? ''].join(' ').trim()

const decisionText = (chosen: ChosenDecision): string => `${nameOf(chosen)}: ${chosen.reason}`

function orchestrated(state: MissionState, chosen: ChosenDecision, at: number): MissionState {
  const decision = allowedDecision(state, chosen)
  return decision === null
    ? orchestratorRefused(state, `${nameOf(chosen)} is not possible now.`, at)
    : decided(state, { decision, by: 'agent' }, at)
}

/** Asked once more, then the rules decide. */
function orchestratorRefused(state: MissionState, why: string, at: number): MissionState {
  if (state.at.phase !== 'orchestrate') return state
  if (state.at.refused === null) return { ...state, at: { phase: 'orchestrate', refused: why } }
  const decision = nextDecision(state)
  const told = noted(state, `The orchestrator was overruled in iteration ${state.iteration + 1}: ${why}`)
  return decision === null ? { ...told, at: { phase: 'idle' } } : decided(told, { decision, by: 'rules' }, at)
}
