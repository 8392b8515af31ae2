/** Brings operators' words to the daemon, one after the other. A word is answered once it is in the journal. */
import type { OperatorWord } from '@harness/core/playbooks/daemon/words'
import { untilAborted } from '../place/linked-abort.ts'

interface Spoken {
  readonly word: OperatorWord
  readonly by: string
}

export interface OperatorDesk {
  /** Resolves when the word is durable and has taken effect. Rejects if the daemon ends before. */
  say(word: OperatorWord, by: string): Promise<void>
  next(signal: AbortSignal): Promise<Spoken>
  /** To be called when the latest word of `next` took effect. */
  heard(): void
  close(reason: Error): void
}

export function openOperatorDesk(): OperatorDesk {
  const waiting: {
    readonly spoken: Spoken
    readonly done: () => void
    readonly fail: (error: Error) => void
  }[] = []
  let wake = (): void => {}
  let closed: Error | null = null
  return {
    say: (word, by) =>
      new Promise((done, fail) => {
        if (closed !== null) return fail(closed)
        waiting.push({ spoken: { word, by }, done, fail })
        wake()
      }),
    async next(signal) {
      for (;;) {
        signal.throwIfAborted()
        const [first] = waiting
        if (first !== undefined) return first.spoken
        const spoken = new Promise<void>((resolve) => {
          wake = resolve
        })
        await untilAborted(signal, spoken)
      }
    },
    heard: () => waiting.shift()?.done(),
    close(reason) {
      closed = reason
      for (const { fail } of waiting.splice(0)) fail(reason)
    },
  }
}
