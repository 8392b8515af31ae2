/**
 * Owns one life of the harness process. Everything that waits or changes the world asks it first: once it is dead, no
 * wait ever ends and nothing is touched any more, as after a SIGKILL.
 */
import type { CrashPlan } from './crash-plan.ts'
import type { Timeline } from './timeline.ts'

export interface SimProcess {
  readonly alive: boolean
  /** Whether the process dies at this boundary, and by that died. */
  diesAt(boundary: string): boolean
  /** Resolves after virtual time; rejects when aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Changes the world between two boundaries: before it, and after it but before anyone was told. */
  effect<T>(what: string, change: () => T): Promise<T>
  /** Ends it; what was under way stays as it is. */
  end(): void
  /** Called once, when it ends by whatever cause. */
  onEnd(listener: () => void): void
}

export const never = <T>(): Promise<T> => new Promise(() => {})

export function startProcess(timeline: Timeline, crashes: CrashPlan): SimProcess {
  let alive = true
  const waits = new Set<() => void>()
  const listeners: (() => void)[] = []

  const end = (): void => {
    if (!alive) return
    alive = false
    for (const cancel of waits) cancel()
    for (const listener of listeners) listener()
  }
  const diesAt = (boundary: string): boolean => {
    if (alive && crashes.strikes(boundary)) end()
    return !alive
  }
  const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (!alive) return
      if (signal?.aborted === true) return reject(signal.reason)
      const aborted = (): void => {
        if (!alive) return
        cancel()
        waits.delete(cancel)
        reject(signal?.reason)
      }
      const cancel = timeline.after(ms, () => {
        waits.delete(cancel)
        signal?.removeEventListener('abort', aborted)
        resolve()
      })
      waits.add(cancel)
      signal?.addEventListener('abort', aborted)
    })

  return {
    get alive() {
      return alive
    },
    diesAt,
    sleep,
    async effect(what, change) {
      if (diesAt(`before ${what}`)) return never()
      const result = change()
      return diesAt(`after ${what}`) ? never() : result
    },
    end,
    onEnd: (listener) => void listeners.push(listener),
  }
}
