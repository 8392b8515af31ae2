/** Owns what the run itself wants, beside the features that are under way. */
import type { OpenLane } from '../../../effects/open-lane.ts'
import { asLaneName } from '../../../kernel/ids.ts'
import { agentCall, calledRole } from '../../../work/agent-call.ts'
import { nextId, timesEnded } from '../../../work/dispatch.ts'
import { closeLane } from '../../../work/lane.ts'
import { passedIn } from '../documents/records.ts'
import { subjectOfDecision } from '../state/decision.ts'
import { editMission, type JournaledDecision } from '../state/edit-mission.ts'
import type { Command } from '../state/effects.ts'
import type { FeatureLane } from '../state/flight.ts'
import { missionIdentity } from '../state/identity.ts'
import { smokeOf } from '../state/input.ts'
import { type MissionReading, readMission } from '../state/mission-contents.ts'
import {
  type Decided,
  type MissionState,
  mainSubject,
  type Phase,
  type Writing,
  waitsForDocuments,
} from '../state/state.ts'
import { mainSlices } from '../telling/envelopes.ts'
import { errandCommand } from '../telling/errands.ts'

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

const write = (state: MissionState, { edits, decided }: Writing): Command =>
  editMission(
    nextId(state, 'write', mainSubject),
    edits,
    state.input.specPath,
    state.digests,
    decided === null ? null : journaled(state, decided),
  )

const journaled = (
  { iteration, input: { retention } }: MissionState,
  { decision, by }: Decided,
): JournaledDecision => ({
  iteration,
  decision: decision.name,
  subject: subjectOfDecision(decision),
  reason: decision.reason,
  by,
  retention,
})

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
