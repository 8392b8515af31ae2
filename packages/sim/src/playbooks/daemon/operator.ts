/** Owns what is said to a simulated daemon: `--run` at each boot, and the words of an operator, each until it is heard. */
import type { OperatorWord } from '@harness/core/playbooks/daemon/words'
import type { SimProcess } from '../../engine/sim-process.ts'

export interface Operator {
  /** Repeats it after a crash, until the journal has it. */
  say(word: OperatorWord): void
  hasSaid(type: OperatorWord['type']): boolean
  /** The journal has a word. */
  heard(word: OperatorWord): void
  /** The desk of one process. */
  desk(process: SimProcess): Desk
}

/** A process says so itself, when its control server listens. */
const beginsAfterMs = 500

export interface Desk {
  next(signal: AbortSignal): Promise<OperatorWord>
}

export function openOperator(): Operator {
  const waiting: OperatorWord[] = []
  const wakes = new Set<() => void>()
  return {
    say(word) {
      waiting.push(word)
      for (const wake of wakes) wake()
    },
    hasSaid: (type) => waiting.some((word) => word.type === type),
    heard(word) {
      const place = waiting.findIndex(({ type }) => type === word.type)
      if (place !== -1) waiting.splice(place, 1)
    },
    desk(process) {
      let hasBegun = false
      const handedOut = new Set<OperatorWord>()
      return {
        async next(signal) {
          if (!hasBegun) {
            hasBegun = true
            await process.sleep(beginsAfterMs, signal)
            return { type: 'begin' }
          }
          for (;;) {
            signal.throwIfAborted()
            const word = waiting.find((one) => !handedOut.has(one))
            if (word !== undefined) {
              handedOut.add(word)
              return word
            }
            await woken(wakes, signal)
          }
        },
      }
    },
  }
}

const woken = (wakes: Set<() => void>, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const done = (): void => {
      wakes.delete(done)
      signal.removeEventListener('abort', aborted)
      resolve()
    }
    const aborted = (): void => {
      wakes.delete(done)
      reject(signal.reason)
    }
    wakes.add(done)
    signal.addEventListener('abort', aborted)
  })
