/** Owns the record of AskHuman. The gate stays open over any number of restarts, and is asked again. */
import type { AskHuman, GateAnswered } from '@harness/core/effects/ask-human'
import { isGranted, pastOf } from '@harness/core/kernel/gate-answer'
import type { Clock } from '../../machine/clock/clock.ts'
import type { Redactor } from '../../machine/redaction/redactor.ts'
import { asRecorded, type Effect } from '../effect.ts'
import { line, linesOf, oneLine, type ProgressLine } from '../progress-line.ts'
import type { AskPerson } from './ask-person.ts'
import { GateLeftOpen } from './gate-left-open.ts'

export interface AskPorts {
  readonly clock: Clock
  /** Null if no person can be asked: gates then stay open. */
  readonly ask: AskPerson | null
}

const answerLog = ({ answer }: GateAnswered): string =>
  `${pastOf(answer.choice)} by ${answer.by}: ${answer.reason}`

const redactAnswer = (outcome: GateAnswered, redact: Redactor): GateAnswered => {
  const { reason, by } = outcome.answer
  return { ...outcome, answer: { ...outcome.answer, reason: redact(reason), by: redact(by) } }
}

export const askHumanEffect: Effect<AskHuman, AskPorts> = {
  type: 'AskHuman',
  async perform({ id, gate }, { signal }, { ask, clock }) {
    const answer = ask === null ? null : await ask(gate, signal)
    if (answer === null) throw new GateLeftOpen()
    return { type: 'GateAnswered', at: clock.now(), commandId: id, answer }
  },
  started: ({ gate }) =>
    line('gate', `needs you: ${oneLine(gate.question)}`, { tone: 'warn', detail: linesOf(gate.detail) }),
  underWay: () => 'waits for you',
  outcomes: { GateAnswered: { line: answerLine, log: answerLog, redact: redactAnswer, replay: asRecorded } },
}

function answerLine({ answer }: GateAnswered): ProgressLine {
  const { choice, by, reason } = answer
  const why = reason === '' ? '' : `: ${oneLine(reason)}`
  return line('gate', `${pastOf(oneLine(choice))} by ${oneLine(by)}${why}`, {
    tone: isGranted(answer) ? 'good' : 'warn',
  })
}
