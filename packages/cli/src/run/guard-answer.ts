/** Throws before anything is written if the open gate does not take what the operator typed. */
import type { AskHuman } from '@harness/core/effects/ask-human'
import {
  answerTo,
  type GateAnswer,
  namesDigest,
  objectionTo,
  otherContent,
} from '@harness/core/kernel/gate-answer'
import { attemptOf } from '@harness/core/kernel/ids'
import { UserError } from '@harness/core/kernel/user-error'
import { type Given, textOption } from '../line/command.ts'

export function guardAnswer(
  { id, gate }: AskHuman,
  given: Given,
  answer: Pick<GateAnswer, 'choice' | 'reason' | 'by'>,
): void {
  const named = given.args[0] ?? '<run>'
  const look = `See what it asks now: harness show ${named}`
  const attempt = textOption(given, 'attempt')
  if (attempt !== null && attempt !== String(attemptOf(id)))
    throw new UserError('gate-changed', earlierAttempt(attempt, id, gate.question), { next: look })
  const seen = textOption(given, 'digest')
  if (seen !== null && (gate.digest === null || !namesDigest(gate.digest, seen)))
    throw new UserError('gate-changed', otherContent(gate, seen), { next: look })

  const objection = objectionTo(gate, answerTo(gate, answer))
  if (objection === null) return
  if (objection.type === 'choice-unknown') {
    const names = gate.choices.map(({ name }) => name).join('|')
    throw new UserError('choice-unknown', objection.why, {
      next: `harness answer ${named} <${names}> -m "…"`,
    })
  }
  throw new UserError('usage', objection.why, {
    next: `harness answer ${named} ${answer.choice}${answer.reason.trim() === '' ? ' -m "…"' : ''}`,
  })
}

/** `attempt` is the one that the operator named. */
export const earlierAttempt = (attempt: string, open: AskHuman['id'], question: string): string =>
  `The answer is for attempt ${attempt} of the gate. The run asks attempt ${attemptOf(open)} now: ${question}`
