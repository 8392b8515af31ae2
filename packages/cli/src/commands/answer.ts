/** `harness answer`: answers an open gate with one of its choices. */

import type { CommandContext, Given } from '../line/command.ts'
import { answerGate } from '../run/attend/answer-gate.ts'

export const answer = (context: CommandContext, given: Given): Promise<number> =>
  answerGate(context, given, given.args[1] ?? '')
