/** `harness answer`: answers an open gate with one of its choices. */
import { answerGate } from '../answer-gate.ts'
import type { CommandContext, Given } from '../command.ts'

export const answer = (context: CommandContext, given: Given): Promise<number> =>
  answerGate(context, given, given.args[1] ?? '')
