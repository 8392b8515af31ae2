/** Owns the places of the run itself, beside the features under way: what each wants, and what hears its outcomes. */
import type { ForgeFailed } from '../../../effects/forge-failed.ts'
import type { OpenLane } from '../../../effects/open-lane.ts'
import type { AgentFailed, ContractBroken } from '../../../effects/run-agent.ts'
import type { SmokeTested } from '../../../effects/smoke-test.ts'
import { forgeRole } from '../../../kernel/hurdle.ts'
import { asLaneName } from '../../../kernel/ids.ts'
import { failed, recovered } from '../../../kernel/retrying.ts'
import { unattended } from '../../../kernel/unattended.ts'
import { agentCall, calledRole } from '../../../work/agent-call.ts'
import { haltWith } from '../../../work/attempts.ts'
import { nextId, timesEnded } from '../../../work/dispatch.ts'
import { closeLane } from '../../../work/lane.ts'
import { allowedDecision, nextDecision } from '../decisions/decisions.ts'
import { curated, promotingAll, remembering } from '../documents/memory.ts'
import { passedIn } from '../documents/records.ts'
import { smokeIssues } from '../feature/landing.ts'
import { numbered } from '../feature/outcomes.ts'
import { usableAnswer, whyVoid } from '../feature/void-answers.ts'
import type { ChosenDecision } from '../state/answers.ts'
import { subjectOfDecision } from '../state/decision.ts'
import { editMission } from '../state/edit-mission.ts'
import type { AgentFinished, Command, Outcome } from '../state/effects.ts'
import { type FeatureLane, featureLane } from '../state/flight.ts'
import { missionIdentity } from '../state/identity.ts'
import { smokeOf } from '../state/input.ts'
import { type MissionReading, readMission } from '../state/mission-contents.ts'
import {
  type MissionState,
  mainSubject,
  noted,
  type Phase,
  type Writing,
  waitsForDocuments,
} from '../state/state.ts'
import { mainSlices } from '../telling/envelopes.ts'
import { errandCommand, withHook } from '../telling/errands.ts'
import { decided } from './enacting.ts'
import { missionRead, planned, planReviewed } from './planning.ts'
import { curatedTo } from './settling.ts'

export function mainCommands(state: MissionState): readonly Command[] {
  const [errand] = state.errands
  return [
    ...(errand === undefined ? [] : [errandCommand(state, errand, mainSubject)]),
    ...(state.writing === null || state.hurdle?.type === 'stop' ? [] : [write(state, state.writing)]),
    ...mainCommand(state),
  ]
}

function mainCommand(state: MissionState): readonly Command[] {
  const { at, input, hurdle, desk } = state
  if (hurdle !== null || (waitsForDocuments(at) && state.writing !== null)) return []
  const id = nextId(state, at.phase, mainSubject)
  switch (at.phase) {
    case 'read':
      if (state.writing !== null) return []
      return [at.found === null ? readMission(id, input.specPath, state.digests) : look(state, at.found)]
    case 'plan':
    case 'review':
    case 'orchestrate':
    case 'curate':
      if (desk === null) return [openDesk(state)]
      return [
        agentCall({
          id,
          ...calledRole(missionIdentity, rolesAtDesk[at.phase], input.roles),
          lane: desk,
          slices: mainSlices(state, at),
        }),
      ]
    case 'smoke':
      if (desk === null) return [openDesk(state)]
      return [
        at.isOpen
          ? { type: 'SmokeTest', id, lane: desk.lane, commit: desk.commit, ...smokeOf(input) }
          : closeDesk(state, desk),
      ]
    case 'gate':
      return [{ type: 'AskHuman', id: nextId(state, 'gate', gateSubject(at)), gate: at.gate }]
    case 'over':
      return desk === null ? [] : [closeDesk(state, desk)]
    case 'idle':
    case 'decided':
    case 'document':
      return []
  }
}

const rolesAtDesk = {
  plan: 'mission-planner',
  review: 'plan-reviewer',
  orchestrate: 'orchestrator',
  curate: 'curator',
} as const

const look = (state: MissionState, { features }: MissionReading): Command => ({
  type: 'LookAtBase',
  id: nextId(state, 'look', mainSubject),
  baseBranch: state.input.baseBranch,
  passed: passedIn(features.changed === null ? state.documents?.features : features.changed.content),
  known: state.unmerged,
})

function write(state: MissionState, { edits, decided }: Writing): Command {
  const { digests, iteration, input } = state
  const journaled = decided && {
    iteration,
    decision: decided.decision.name,
    subject: subjectOfDecision(decided.decision),
    reason: decided.decision.reason,
    by: decided.by,
    retention: input.retention,
  }
  return editMission(nextId(state, 'write', mainSubject), edits, input.specPath, digests, journaled)
}

/** Not by its name: a checkpoint may be called like a feature, and what is answered would be taken for the feature's. */
const gateSubject = ({ about, gate }: Extract<Phase, { phase: 'gate' }>): string =>
  about.type === 'checkpoint' ? mainSubject : gate.name

/** A name of its own in every run: what an earlier one left stands at another base. */
function openDesk(state: MissionState): OpenLane {
  const { input, dispatched } = state
  const name = `mission-${input.runId}-${timesEnded(dispatched, 'open', mainSubject) + 1}`
  return {
    type: 'OpenLane',
    id: nextId(state, 'open', mainSubject),
    lane: asLaneName(name),
    branch: `harness/${name}`,
    baseBranch: input.baseBranch,
  }
}

const closeDesk = (state: MissionState, desk: FeatureLane): Command =>
  closeLane(nextId(state, 'close', mainSubject), desk, state.input.baseBranch)

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

function testedAtTheEnd(state: MissionState, event: SmokeTested): MissionState {
  if (event.passed) return { ...withHook(state, 'on-smoke-pass', null), at: { phase: 'document' } }
  const issues = numbered(event.commandId, smokeIssues(state, event))
  return {
    ...withHook(state, 'on-smoke-fail', null),
    at: { phase: 'idle' },
    smokeFailures: state.smokeFailures + 1,
    openIssues: [...state.openIssues, ...issues],
  }
}

type Answered = AgentFinished | ContractBroken

function answered(state: MissionState, event: Answered): MissionState {
  const { at } = state
  switch (at.phase) {
    case 'plan':
      return planned(state, at, event)
    case 'review':
      return planReviewed(state, event)
    case 'orchestrate':
      return chose(recovered(state), at, event)
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

/** One that is not allowed is asked for once more, then the rules decide. */
function chose(
  before: MissionState,
  { refused }: Extract<Phase, { phase: 'orchestrate' }>,
  event: Answered,
): MissionState {
  const chosen = usableAnswer(event, 'decision')
  const state = chosen === null ? before : remembering(before, event, `${nameOf(chosen)}: ${chosen.reason}`)
  const allowed = chosen === null ? null : allowedDecision(state, chosen)
  if (allowed !== null) return decided(state, { decision: allowed, by: 'agent' }, event.at)
  const why = chosen === null ? 'Your answer was no decision.' : `${nameOf(chosen)} is not possible now.`
  if (refused === null) return { ...state, at: { phase: 'orchestrate', refused: why } }
  const decision = nextDecision(state)
  const told = noted(state, `The orchestrator was overruled in iteration ${state.iteration + 1}: ${why}`)
  return decision === null
    ? { ...told, at: { phase: 'idle' } }
    : decided(told, { decision, by: 'rules' }, event.at)
}
