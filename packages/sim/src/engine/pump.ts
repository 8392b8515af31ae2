/** Owns the moving of virtual time: everything that can happen now happens, then the next thing that is due. */
import type { Panel } from './checker.ts'
import { quiet } from './quiet.ts'
import type { Timeline } from './timeline.ts'

export type Still = 'done' | 'nothing due' | 'violation'

const mostSteps = 50_000

export function pumpOf<State>(
  timeline: Timeline,
  panel: Panel<State>,
): (done: () => boolean) => Promise<Still> {
  let steps = 0
  return async (done) => {
    for (;;) {
      await quiet()
      if (panel.violation !== null) return 'violation'
      if (done()) return 'done'
      if (++steps > mostSteps) panel.complain('ends or waits', `no rest after ${mostSteps} steps`)
      else if (!timeline.advance()) return 'nothing due'
    }
  }
}
