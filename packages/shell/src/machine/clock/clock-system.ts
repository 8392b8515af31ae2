import type { Clock } from './clock.ts'

/**
 * Owns real time: the machine's wall clock. Timers count only the time a machine is awake, so a long wait is cut into
 * short ones that look at the wall clock again; a laptop that slept over the appointed time wakes the run within
 * `lookAgainMs`. Waiting again after a crash is waiting for the same moment.
 */
const lookAgainMs = 10_000

export const systemClock: Clock = {
  now: () => Date.now(),
  until: (at, signal) =>
    new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined
      const stop = (): void => {
        clearTimeout(timer)
        reject(signal.reason)
      }
      const look = (): void => {
        const leftMs = at - Date.now()
        if (leftMs <= 0) {
          signal.removeEventListener('abort', stop)
          resolve()
        } else timer = setTimeout(look, Math.min(leftMs, lookAgainMs))
      }
      if (signal.aborted) return stop()
      signal.addEventListener('abort', stop, { once: true })
      look()
    }),
}
