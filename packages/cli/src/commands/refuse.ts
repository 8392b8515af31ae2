/** `harness refuse`: answers a run's open gate with no, or abandons a stopped run that asks nothing; it takes the reason. */
import { UserError } from '@harness/core/kernel/user-error'
import { type CommandContext, flagOption, type Given, textOption } from '../line/command.ts'
import { answerGate } from '../run/attend/answer-gate.ts'
import { giveUp } from '../run/attend/give-up.ts'

export async function refuse(context: CommandContext, given: Given): Promise<number> {
  if ((textOption(given, 'message') ?? '').trim() === '') {
    throw new UserError('usage', 'A refusal needs its reason: the next attempt depends on it.', {
      next: `harness refuse ${given.args[0] ?? '<run>'} -m "why"`,
    })
  }
  const ended = await giveUp(context, given)
  if (ended === null && flagOption(given, 'giveUp')) throw nothingToGiveUp(given.args[0] ?? '')
  return ended ?? answerGate(context, given, 'refuse')
}

const nothingToGiveUp = (named: string): UserError =>
  new UserError('nothing-to-give-up', `${JSON.stringify(named)} names no run that could be given up.`, {
    next: `It has ended, or has come too far to be abandoned: harness show ${named}`,
  })
