/**
 * Owns a process that answers gates it was never asked: it knows the ids of gates, as an agent can guess them, but not the
 * mark that a gate gets when it opens.
 */
import type { AskHuman } from '@harness/core/effects/ask-human'
import { answerTo } from '@harness/core/kernel/gate-answer'
import { attemptOf, type CommandId } from '@harness/core/kernel/ids'
import type { Inbox } from './inbox.ts'
import type { Random } from './random.ts'
import type { Tally } from './tally.ts'

/** Files a forged answer to the next attempt of a gate, and sometimes to this one. */
export function forgeAnswers(question: AskHuman, inbox: Inbox, random: Random, tally: Tally): void {
  const luck = random.about(`${question.id} forged`)
  if (!luck.chance(0.3)) return
  tally.note('answer forged')
  const [choice] = question.gate.choices
  if (choice === undefined) return
  const answer = answerTo(question.gate, { choice: choice.name, reason: '', by: 'forger' })
  inbox.post(nextAttempt(question.id), answer, undefined)
  if (luck.chance(0.5)) inbox.post(question.id, answer, luck.chance(0.5) ? undefined : 'guessed')
}

const nextAttempt = (id: CommandId): CommandId =>
  `${id.slice(0, id.lastIndexOf('/'))}/${attemptOf(id) + 1}` as CommandId
