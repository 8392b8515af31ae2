/**
 * Measures how long something takes on a machine that may be busy with something else: while this process gets no turn,
 * neither do those that it waits for, and that time does not count.
 */

const tickMs = 10
/** As much as a tick may be late on a machine with nothing else to do. */
const mostPerTickMs = 2 * tickMs

export interface Stopwatch {
  ms(): number
}

export function stopwatch(): Stopwatch {
  let counted = 0
  let last = performance.now()
  const tick = (): void => {
    const now = performance.now()
    counted += Math.min(now - last, mostPerTickMs)
    last = now
  }
  setInterval(tick, tickMs).unref()
  return {
    ms() {
      tick()
      return counted
    },
  }
}
