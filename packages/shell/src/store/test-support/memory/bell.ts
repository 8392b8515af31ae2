/** Wakes those who wait for a change. A change between two waits is not lost. */
export interface Bell {
  ring(): void
  /** Resolves at the next ring after `seen`, or when the signal is aborted. */
  after(seen: number, signal: AbortSignal): Promise<void>
  /** How often it rang. */
  count(): number
}

export function newBell(): Bell {
  const waiting = new Set<() => void>()
  let rings = 0
  return {
    count: () => rings,
    ring() {
      rings++
      for (const wake of waiting) wake()
      waiting.clear()
    },
    after: (seen, signal) =>
      new Promise((resolve) => {
        if (rings > seen || signal.aborted) return resolve()
        waiting.add(resolve)
        signal.addEventListener('abort', () => resolve(), { once: true })
      }),
  }
}
