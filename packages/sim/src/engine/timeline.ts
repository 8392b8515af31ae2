/**
 * Owns virtual time: what is due next, and the jump to it. Nothing here waits for the real clock, and nothing moves but
 * by `advance`.
 */
export interface Timeline {
  /** Milliseconds since the simulation began; never goes back. */
  now(): number
  /** Runs `act` after the delay; the returned function takes it off again. */
  after(delayMs: number, act: () => void): () => void
  /** Jumps to what is due next and does it; false if nothing is due any more. */
  advance(): boolean
}

interface Due {
  readonly at: number
  readonly act: () => void
}

export function openTimeline(): Timeline {
  const dues: Due[] = []
  let now = 0
  return {
    now: () => now,
    after(delayMs, act) {
      const due = { at: now + Math.max(0, delayMs), act }
      const later = dues.findIndex((other) => other.at > due.at)
      dues.splice(later === -1 ? dues.length : later, 0, due)
      return () => {
        const index = dues.indexOf(due)
        if (index !== -1) dues.splice(index, 1)
      }
    },
    advance() {
      const due = dues.shift()
      if (due === undefined) return false
      now = due.at
      due.act()
      return true
    },
  }
}
