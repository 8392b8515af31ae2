/** `harness grant`: answers a run's open gate with yes. */
import { answerGate } from '../answer-gate.ts'
import type { CommandContext, Given } from '../command.ts'

export const grant = (context: CommandContext, given: Given): Promise<number> =>
  answerGate(context, given, 'grant')
