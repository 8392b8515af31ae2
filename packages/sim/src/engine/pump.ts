/** Owns the moving of virtual time: everything that can happen now happens, then the next thing that is due. */
import type { Panel } from './checker.ts'
import { quiet } from './quiet.ts'
import type { Timeline } from './timeline.ts'

export type Still = 'done' | 'nothing due' | 'violation'

export function pumpOf<State>(
  timeline: Timeline,
  panel: Panel<State>,
  mostSteps: number,
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
