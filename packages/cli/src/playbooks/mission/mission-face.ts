/** How missions are shown. */

import { contractOf, featureNamed, statedClaims } from '@harness/core/playbooks/mission/documents/features'
import { refutedBeside, verdictsOn } from '@harness/core/playbooks/mission/feature/claims'
import type { AgentFinished } from '@harness/core/playbooks/mission/state/effects'
import { subjectOf, type Verdict } from '@harness/core/playbooks/mission/state/flight'
import { missionDuties, missionRoles } from '@harness/core/playbooks/mission/state/input'
import type { MissionState } from '@harness/core/playbooks/mission/state/state'
import { missionRegistration } from '@harness/shell/playbooks/mission/registration'
import type { Face } from '../../line/face.ts'
import { missionAnswer } from './mission-answer.ts'

export const missionFace: Face<MissionState> = {
  registration: missionRegistration,
  telling: {
    partOf(command) {
      const [, , part = ''] = command.split('/')
      return isPart(part) ? part : null
    },
    answerLine(state, event, spent) {
      const finished = event as AgentFinished
      return missionAnswer(finished, spent, verdictsIn(state, finished))
    },
    readsOnly: (role) => missionRoles.some((one) => one === role && missionDuties[one].mode !== 'exec'),
  },
}

/** Only a validator's passes need evidence. Beside the claims at hand only a quoted FAIL counts. */
function verdictsIn(
  state: MissionState,
  { role, answer, commandId }: AgentFinished,
): readonly Verdict[] | null {
  const [, , id = ''] = commandId.split('/')
  if (role !== 'validator' || answer.kind !== 'validation' || featureNamed(state, id) === undefined)
    return null
  const flight = state.flights.find(({ task }) => subjectOf(task) === id)
  const told = statedClaims(state, id) ?? []
  return [
    ...verdictsOn(told, answer, flight?.evidence ?? []),
    ...refutedBeside(told, answer, contractOf(state)),
  ]
}

/** A feature or some documentation; a command of the run itself is about the whole, and a gate names itself. */
const isPart = (subject: string): boolean => /^(F-|docs)/.test(subject)
