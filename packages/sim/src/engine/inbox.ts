/**
 * Owns the words that people leave for a run. A word is durable as soon as it is posted, and is brought to the run again
 * after every crash until the run has said whether it took it.
 */
import type { GateAnswer } from '@harness/core/kernel/gate-answer'
import type { CommandId } from '@harness/core/kernel/ids'
import type { JournalPort } from '@harness/shell/engine/loop/run-port'

interface Word {
  readonly gate: CommandId
  readonly answer: GateAnswer
  readonly opening: string | undefined
  brought: boolean
  settled: boolean
}

export interface Inbox {
  /** `opening` is the mark that the person saw; undefined if they saw no open gate. */
  post(gate: CommandId, answer: GateAnswer, opening: string | undefined): void
  /** Brings to this port all that is not settled, and everything that comes while it is open. */
  attach(port: JournalPort): void
  detach(): void
  hasUnsettled(): boolean
}

export type Answered = (gate: CommandId, answer: GateAnswer, taken: boolean) => void

export function openInbox(answered: Answered): Inbox {
  const words: Word[] = []
  let port: JournalPort | null = null

  const bring = async (word: Word, to: JournalPort): Promise<void> => {
    const first = !word.brought
    word.brought = true
    try {
      const { type } = await to.answer(word.gate, word.answer, word.opening)
      const taken = type === 'taken'
      word.settled = true
      if (taken || first) answered(word.gate, word.answer, taken)
    } catch {
      // The journal refused it; the next process gets it again.
    }
  }

  return {
    post(gate, answer, opening) {
      const word = { gate, answer, opening, brought: false, settled: false }
      words.push(word)
      if (port !== null) void bring(word, port)
    },
    attach(opened) {
      port = opened
      for (const word of words) if (!word.settled) void bring(word, opened)
    },
    detach() {
      port = null
    },
    hasUnsettled: () => words.some((word) => !word.settled),
  }
}
