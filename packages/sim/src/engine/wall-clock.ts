/** Owns what the machine's clock shows: virtual time plus an error that jumps when a person sets the clock. */
import type { Clock } from '@harness/shell/machine/clock/clock'
import type { SimProcess } from './sim-process.ts'
import type { Timeline } from './timeline.ts'

export interface WallClock {
  now(): number
  /** Sets the clock forward, or back. */
  jump(ms: number): void
  /** The clock as one process sees it. */
  of(process: SimProcess): Clock
}

export function openWallClock(timeline: Timeline, startsAt: number): WallClock {
  let error = 0
  const watching = new Set<() => void>()
  const now = (): number => startsAt + timeline.now() + error

  const sleepOrJump = async (process: SimProcess, ms: number, signal: AbortSignal): Promise<void> => {
    const wake = new AbortController()
    const look = (): void => wake.abort()
    watching.add(look)
    signal.addEventListener('abort', look)
    try {
      await process.sleep(ms, wake.signal)
    } catch {
      signal.throwIfAborted()
    } finally {
      watching.delete(look)
      signal.removeEventListener('abort', look)
    }
  }

  return {
    now,
    jump(ms) {
      error += ms
      for (const look of [...watching]) look()
    },
    of: (process) => ({
      now,
      async until(at, signal) {
        signal.throwIfAborted()
        while (now() < at) await sleepOrJump(process, at - now(), signal)
      },
    }),
  }
}
