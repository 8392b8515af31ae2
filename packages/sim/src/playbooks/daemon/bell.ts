/** Wakes the look around of one simulated process. */

export interface SimBell {
  ring(): void
  /** Resolves at the next ring, or at once if it rang meanwhile. */
  wait(): Promise<'rung'>
}

export function simBell(): SimBell {
  let rung = false
  let wake = (): void => {}
  return {
    ring() {
      rung = true
      wake()
    },
    wait: () =>
      new Promise((resolve) => {
        wake = () => {
          if (!rung) return
          rung = false
          resolve('rung')
        }
        wake()
      }),
  }
}
