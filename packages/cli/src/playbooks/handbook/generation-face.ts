/** How the generation of a handbook is shown. */
import { phaseOf } from '@harness/core/kernel/ids'
import type { Answer } from '@harness/core/playbooks/handbook-generation/answers'
import type { GenerationState } from '@harness/core/playbooks/handbook-generation/state'
import type { NeedAnswer } from '@harness/core/work/answers'
import { generationRegistration } from '@harness/shell/playbooks/handbook-generation/registration'
import type { Face } from '../../line/face.ts'
import { needLine } from '../../run/progress/answer-lines.ts'

export const generationFace: Face<GenerationState> = {
  registration: generationRegistration,
  telling: {
    answerLine: (_state, { commandId, role, answer }, spent) =>
      (answer as Answer).kind === 'need'
        ? needLine(phaseOf(commandId), role, answer as NeedAnswer, spent)
        : null,
  },
}
