/** Owns what people say to a run's gates: at its terminal while a process asks, or through its inbox at any time. */

import type { AskHuman } from '@harness/core/effects/ask-human'
import { choiceOf } from '@harness/core/kernel/gate'
import { answerTo, type GateAnswer } from '@harness/core/kernel/gate-answer'
import { grant } from '@harness/core/kernel/gate-choices'
import type { CommandId } from '@harness/core/kernel/ids'
import { GateLeftOpen } from '@harness/shell/effects/people/gate-left-open'
import type { Inbox } from './inbox.ts'
import type { Manners, Reply } from './manners.ts'
import type { SimProcess } from './sim-process.ts'
import type { Timeline } from './timeline.ts'

export interface People {
  /** Who gave which answer; each answer has a name of its own. */
  readonly given: ReadonlyMap<string, CommandId>
  /** A gate is open for all to see. */
  hear(question: AskHuman, manners: Manners): void
  answerAtTerminal(question: AskHuman, process: SimProcess, signal: AbortSignal): Promise<GateAnswer>
}

export function openPeople(timeline: Timeline, inbox: Inbox): People {
  const given = new Map<string, CommandId>()
  const terminal = new Map<CommandId, { readonly reply: Reply; readonly manners: Manners }>()

  const say = (question: AskHuman, { choice }: Reply, manners: Manners): GateAnswer => {
    if (choice === 'later') throw new GateLeftOpen()
    if (choice === grant) manners.prepare(question)
    const by = `person ${given.size + 1}`
    given.set(by, question.id)
    const reason = choiceOf(question.gate, choice)?.words === 'required' ? 'It is decided.' : ''
    return answerTo(question.gate, { choice, reason, by })
  }

  return {
    given,
    hear(question, manners) {
      for (const reply of manners.repliesTo(question)) {
        if (reply.where === 'terminal') terminal.set(question.id, { reply, manners })
        else
          timeline.after(reply.afterMs, () =>
            inbox.post(question.id, say(question, reply, manners), question.opening),
          )
      }
    },
    async answerAtTerminal(question, process, signal) {
      const there = terminal.get(question.id)
      if (there === undefined) return untilAborted(signal)
      await process.sleep(there.reply.afterMs, signal)
      return process.effect('an answer at the terminal', () => say(question, there.reply, there.manners))
    },
  }
}

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason))
  })
