/** `harness grant`: answers a run's open gate with yes. */

import type { CommandContext, Given } from '../line/command.ts'
import { answerGate } from '../run/attend/answer-gate.ts'

export const grant = (context: CommandContext, given: Given): Promise<number> =>
  answerGate(context, given, 'grant')
