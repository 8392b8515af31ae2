/** `harness refuse`: answers a run's open gate with no; the reason is part of the answer. */
import { UserError } from '@harness/core/user-error'
import { answerGate } from '../answer-gate.ts'
import { type CommandContext, type Given, textOption } from '../command.ts'

export async function refuse(context: CommandContext, given: Given): Promise<number> {
  if ((textOption(given, 'message') ?? '').trim() === '') {
    throw new UserError('usage', 'A refusal needs its reason: the next attempt depends on it.', {
      next: `harness refuse ${given.args[0] ?? '<run>'} -m "why"`,
    })
  }
  return answerGate(context, given, 'refused')
}
