/** Owns what the run itself wants, beside the features that are under way. */
import type { OpenLane } from '../../effects/open-lane.ts'
import { asLaneName } from '../../kernel/ids.ts'
import { invariant } from '../../kernel/invariant.ts'
import { nextId, timesEnded } from '../../work/dispatch.ts'
import { closeLane } from '../../work/lane.ts'
import { passedIn } from './by-hand.ts'
import { subjectOfDecision } from './decisions.ts'
import { editMission, type JournaledDecision } from './edit-mission.ts'
import type { Command } from './effects.ts'
import { mainSlices } from './envelopes.ts'
import { errandCommand } from './errands.ts'
import { smokeOf } from './input.ts'
import { type MissionReading, readMission } from './mission-contents.ts'
import { roleCall } from './role-call.ts'
import { type Decided, type MainStep, type MissionState, mainSubject, type Writing } from './state.ts'

export function mainCommands(state: MissionState): readonly Command[] {
  const [errand] = state.errands
  return [
    ...(errand === undefined ? [] : [errandCommand(state, errand, mainSubject)]),
    ...(state.writing === null || state.hurdle?.type === 'stop' ? [] : [write(state, state.writing)]),
    ...mainCommand(state),
  ]
}

function mainCommand(state: MissionState): readonly Command[] {
  const { main, input, hurdle, desk } = state
  if (hurdle?.type === 'gate')
    return [{ type: 'AskHuman', id: nextId(state, 'gate', mainSubject), gate: hurdle.gate }]
  if (hurdle !== null) return []
  const id = nextId(state, main.type, mainSubject)
  switch (main.type) {
    case 'read':
      if (state.writing !== null) return []
      return [main.found === null ? readMission(id, input.specPath, state.digests) : look(state, main.found)]
    case 'open':
      return [openDesk(state, id)]
    case 'plan':
      return [roleCall(state, 'mission-planner', desk, id, mainSlices(state, main))]
    case 'review':
      return [roleCall(state, 'plan-reviewer', desk, id, mainSlices(state, main))]
    case 'orchestrate':
      return [roleCall(state, 'orchestrator', desk, id, mainSlices(state, main))]
    case 'curate':
      return [roleCall(state, 'curator', desk, id, mainSlices(state, main))]
    case 'close':
      invariant(desk !== null, 'what is given up is there')
      return [closeLane(id, desk, input.baseBranch)]
    case 'smoke':
      invariant(desk !== null && input.smoke !== null, 'the product is tested in a lane')
      return [{ type: 'SmokeTest', id, lane: desk.lane, commit: desk.commit, ...smokeOf(input) }]
    case 'gate':
      return [{ type: 'AskHuman', id: nextId(state, 'gate', gateSubject(main)), gate: main.gate }]
    case 'idle':
    case 'decided':
    case 'write':
    case 'document':
    case 'over':
      return []
  }
}

const look = (state: MissionState, { features }: MissionReading): Command => ({
  type: 'LookAtBase',
  id: nextId(state, 'look', mainSubject),
  baseBranch: state.input.baseBranch,
  passed: passedIn(features.changed === null ? state.documents?.features : features.changed.content),
})

const write = (state: MissionState, { edits, decided }: Writing): Command =>
  editMission(
    nextId(state, 'write', mainSubject),
    edits,
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
const gateSubject = ({ about, gate }: Extract<MainStep, { type: 'gate' }>): string =>
  about.type === 'checkpoint' ? mainSubject : gate.name

/** A name of its own in every run: what an earlier one left stands at another base. */
function openDesk({ input, dispatched }: MissionState, id: Command['id']): OpenLane {
  const name = `mission-${input.runId}-${timesEnded(dispatched, 'open', mainSubject) + 1}`
  return {
    type: 'OpenLane',
    id,
    lane: asLaneName(name),
    branch: `harness/${name}`,
    baseBranch: input.baseBranch,
  }
}
