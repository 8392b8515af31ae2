/** Owns the twin of AskHuman. */
import type { AskHuman } from '@harness/core/effects/ask-human'
import { choiceOf } from '@harness/core/kernel/gate'
import { answerTo } from '@harness/core/kernel/gate-answer'
import { grant, letStand, refuse } from '@harness/core/kernel/gate-choices'
import type { Twin } from './twin.ts'

export const askHumanTwin: Twin<AskHuman> = {
  async perform({ stage, process }, command, { signal }) {
    const answer = await stage.answerAtTerminal(command, process, signal)
    return { type: 'GateAnswered', at: stage.wall.now(), commandId: command.id, answer }
  },
  any({ gate }, luck, base) {
    const letsStand = choiceOf(gate, letStand) !== undefined && luck.chance(0.5)
    const choice = letsStand ? letStand : luck.chance(0.7) ? grant : refuse
    return { ...base, type: 'GateAnswered', answer: answerTo(gate, { choice, reason: '', by: 'ada' }) }
  },
  neverFails: true,
}
