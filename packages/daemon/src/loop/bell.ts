/** Wakes what waits in this process for something to happen. A ring that comes too early is heard by the next waiter. */
import { untilAborted } from '../place/linked-abort.ts'

export interface Bell {
  ring(): void
  /** Resolves at the next ring, or when `moment` does. Rejects if aborted. */
  wait(moment: Promise<void>, signal: AbortSignal): Promise<'rung' | 'moment'>
}

export function createBell(): Bell {
  let rung = false
  let wake = (): void => {}
  return {
    ring() {
      rung = true
      wake()
    },
    async wait(moment, signal) {
      const heard = new Promise<'rung'>((resolve) => {
        wake = () => resolve('rung')
        if (rung) resolve('rung')
      })
      const how = await untilAborted(signal, Promise.race([heard, moment.then(() => 'moment' as const)]))
      if (how === 'rung') rung = false
      return how
    },
  }
}
