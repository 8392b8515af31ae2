/** How missions are shown and taken up. */

import { brokenBeside, verdictsOn } from '@harness/core/playbooks/mission/claims'
import { droppedOf, namesDropped } from '@harness/core/playbooks/mission/dropped'
import type { AgentFinished } from '@harness/core/playbooks/mission/effects'
import { featureNamed, shownBeside, statedClaims } from '@harness/core/playbooks/mission/features'
import { subjectOf, type Verdict } from '@harness/core/playbooks/mission/flight'
import { missionDuties, missionRoles } from '@harness/core/playbooks/mission/input'
import { namesUnmerged } from '@harness/core/playbooks/mission/passed'
import { mission } from '@harness/core/playbooks/mission/playbook'
import type { MissionState } from '@harness/core/playbooks/mission/state'
import { giveUpRun } from '@harness/shell/engine/conduct/give-up-run'
import { replayRun } from '@harness/shell/engine/replay/replay-run'
import { guardMission } from '@harness/shell/playbooks/mission/guard-mission'
import { missionEffects } from '@harness/shell/playbooks/mission/mission-effects'
import { missionGivingUp } from '@harness/shell/playbooks/mission/mission-giving-up'
import { missionReplay } from '@harness/shell/playbooks/mission/mission-replay'
import { missionPhase, sleepOf } from '@harness/shell/playbooks/mission/mission-summary'
import { type MissionResult, resumeMission } from '@harness/shell/playbooks/mission/run-mission'
import { missionSubject } from '@harness/shell/store/layout/run-subject'
import type { RunSight } from '../../run/views/run-sight.ts'
import { anyView, type Portrait, type RunView, type ToldResult } from '../../run/views/run-view.ts'
import { missionAnswer } from './mission-answer.ts'
import { countClaims, featureLine } from './mission-facts.ts'

export const missionSight = (state: MissionState): RunSight => {
  const { input } = state
  return {
    subject: missionSubject,
    runId: input.runId,
    about: `the mission of ${input.specPath}`,
    phase: missionPhase(state),
    effects: missionEffects,
    baseBranch: input.baseBranch,
    follows: null,
    next: null,
    sleep: sleepOf(state),
    warnings: state.notes.slice(state.notesSaid),
    warningsIn: 'note',
    spent: state.spent,
    wanted() {
      const decision = mission.decide(state)
      return decision.type === 'end' ? [] : decision.commands
    },
    aside: () => null,
    partOf(command) {
      const [, , part = ''] = command.split('/')
      return isPart(part) ? part : null
    },
    answerLine(event, spent) {
      const finished = event as AgentFinished
      return missionAnswer(finished, spent, verdictsIn(state, finished))
    },
    readsOnly: (role) => missionRoles.some((one) => one === role && missionDuties[one].mode !== 'exec'),
  }
}

/** Only a validator's passes need evidence. Beside the claims at hand only a quoted FAIL counts. */
function verdictsIn(
  state: MissionState,
  { role, output, commandId }: AgentFinished,
): readonly Verdict[] | null {
  const [, , id = ''] = commandId.split('/')
  if (role !== 'validator' || output.kind !== 'validation' || featureNamed(state, id) === undefined)
    return null
  const flight = state.flights.find(({ task }) => subjectOf(task) === id)
  const own = verdictsOn(statedClaims(state, id) ?? [], output, flight?.evidence ?? [])
  return [...own, ...brokenBeside(own, output, shownBeside(state, id))]
}

/** A feature or some documentation; a command of the run itself is about the whole, and a gate names itself. */
const isPart = (subject: string): boolean => /^(F-|docs)/.test(subject)

export const toldMission = ({ state, ...result }: MissionResult): ToldResult => ({
  ...result,
  branch: null,
  fields: {
    spec: state.input.specPath,
    iterations: state.iteration,
    features: countFeatures(state),
    claims: countClaims(state.documents?.contract ?? [], droppedOf(state)),
    dropped: droppedOf(state),
    unmerged: state.unmerged,
    unseen: state.unseen,
  },
})

function countFeatures({ documents }: MissionState): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { status } of documents?.features ?? []) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const view: RunView<MissionState> = {
  playbook: mission,
  sight: missionSight,
  portrait,
  guard: guardMission,
  resume: async (options, run) => toldMission(await resumeMission({ ...options, run })),
  replay: (options) => replayRun(options, missionReplay),
  giveUp: (options) => giveUpRun(options, missionGivingUp),
}

export const missionView = anyView(view)

function portrait(state: MissionState): Portrait {
  const { documents, flights, input } = state
  const features = documents?.features ?? []
  const contract = documents?.contract ?? []
  return {
    label: 'mission',
    subject: input.specPath,
    branch: null,
    isOver: state.main.type === 'over',
    sections: [
      { title: 'Features', lines: features.map((feature) => featureLine(feature, contract)) },
      { title: 'Dropped', lines: droppedOf(state).map((one) => namesDropped([one])) },
      {
        title: 'Not merged yet',
        lines: state.unmerged.map((one) => namesUnmerged([one])),
      },
      { title: 'Not looked at in a browser', lines: state.unseen },
      {
        title: 'Lanes',
        lines: flights.flatMap(({ task, step, lane }) =>
          lane === null ? [] : [`${subjectOf(task)} at ${step.type}: ${lane.path} on ${lane.branch}`],
        ),
      },
    ],
    fields: {
      spec: input.specPath,
      iterations: state.iteration,
      features,
      claims: contract,
      dropped: droppedOf(state),
      unmerged: state.unmerged,
      unseen: state.unseen,
      lanes: flights.map(({ task, step, lane }) => ({
        feature: subjectOf(task),
        step: step.type,
        branch: lane?.branch ?? null,
        path: lane?.path ?? null,
      })),
    },
  }
}
