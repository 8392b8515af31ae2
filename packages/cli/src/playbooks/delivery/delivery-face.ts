/** How deliveries are shown. */
import { isRunAgent } from '@harness/core/effects/run-agent'
import type { AgentFinished } from '@harness/core/playbooks/delivery/effects'
import type { DeliveryState } from '@harness/core/playbooks/delivery/state'
import type { ToldResult } from '@harness/shell/engine/registration'
import { deliveryRegistration } from '@harness/shell/playbooks/delivery/registration'
import type { TaskResult } from '@harness/shell/playbooks/delivery/start-delivery'
import type { Face } from '../../line/face.ts'
import { deliveryAnswer } from './delivery-answer.ts'

export const deliveryFace: Face<DeliveryState> = {
  registration: deliveryRegistration,
  telling: {
    aside: (state, command) =>
      isRunAgent(command) && command.role === 'reviewer' ? `pass ${state.findings.passes + 1}` : null,
    answerLine: (_state, event, spent) => deliveryAnswer(event as AgentFinished, spent),
  },
}

export const toldDelivery = (result: TaskResult): ToldResult => ({
  ...result,
  fields: { planId: result.planId, phasesRun: result.phasesRun, mergedBy: result.mergedBy },
})
