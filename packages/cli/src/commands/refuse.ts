/** `harness refuse`: answers a run's open gate with no, or gives up a run that rests and asks nothing; the reason is part of it. */
import { UserError } from '@harness/core/user-error'
import { answerGate } from '../answer-gate.ts'
import { type CommandContext, type Given, textOption } from '../command.ts'
import { giveUp } from '../give-up.ts'

export async function refuse(context: CommandContext, given: Given): Promise<number> {
  if ((textOption(given, 'message') ?? '').trim() === '') {
    throw new UserError('usage', 'A refusal needs its reason: the next attempt depends on it.', {
      next: `harness refuse ${given.args[0] ?? '<run>'} -m "why"`,
    })
  }
  return (await giveUp(context, given)) ?? answerGate(context, given, 'refused')
}
