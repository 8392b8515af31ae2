/** How a handbook's runs are shown. */
import type { AgentFinished } from '@harness/core/playbooks/handbook/effects'
import type { HandbookState } from '@harness/core/playbooks/handbook/state'
import { handbookRegistration } from '@harness/shell/playbooks/handbook/registration'
import type { Face } from '../../line/face.ts'
import { defaultTarget } from '../../run/trust/default-target.ts'
import { handbookAnswer } from './handbook-answer.ts'
import { handbookProgress } from './handbook-progress.ts'

export const handbookFace: Face<HandbookState> = {
  registration: handbookRegistration,
  telling: { answerLine: (_state, event, spent) => handbookAnswer(event as AgentFinished, spent) },
  openProgress: handbookProgress,
  openTarget: (context, purpose) => defaultTarget(context, 'harness handbook', null, purpose),
}
