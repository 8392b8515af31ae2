/** Brings operators' words to the daemon, one after the other. A word is answered once it is in the journal. */
import type { OperatorWord } from '@harness/core/playbooks/daemon/words'
import { untilAborted } from '../place/linked-abort.ts'

interface Spoken {
  readonly word: OperatorWord
  readonly by: string
}

interface Waiting extends Spoken {
  readonly done: () => void
  readonly fail: (error: Error) => void
}

export interface OperatorDesk {
  /** Resolves when the word is durable and has taken effect. Rejects if the daemon ends before. */
  say(word: OperatorWord, by: string): Promise<void>
  /** Each word is handed out once, in the order in which they came. */
  next(signal: AbortSignal): Promise<Spoken>
  /** To be called when the oldest word that was handed out took effect. */
  heard(): void
  /** To be called when the journal failed: words that were handed out may be in it or not. Their operators are told. */
  failed(reason: Error): void
  close(reason: Error): void
}

export function openOperatorDesk(): OperatorDesk {
  const waiting: Waiting[] = []
  const handedOut: Waiting[] = []
  let wake = (): void => {}
  let closed: Error | null = null
  const failAll = (words: Waiting[], reason: Error): void => {
    for (const { fail } of words.splice(0)) fail(reason)
  }
  return {
    say: (word, by) =>
      new Promise((done, fail) => {
        if (closed !== null) return fail(closed)
        waiting.push({ word, by, done, fail })
        wake()
      }),
    async next(signal) {
      for (;;) {
        signal.throwIfAborted()
        const first = waiting.shift()
        if (first !== undefined) {
          handedOut.push(first)
          return first
        }
        const spoken = new Promise<void>((resolve) => {
          wake = resolve
        })
        await untilAborted(signal, spoken)
      }
    },
    heard: () => handedOut.shift()?.done(),
    failed: (reason) => failAll(handedOut, reason),
    close(reason) {
      closed = reason
      failAll(handedOut, reason)
      failAll(waiting, reason)
    },
  }
}
