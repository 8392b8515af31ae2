import type { Event } from '@harness/core/playbooks/handbook/effects'
import type { HandbookInput } from '@harness/core/playbooks/handbook/input'
import type { HandbookState } from '@harness/core/playbooks/handbook/state'
import type { Checker } from '../../engine/checker.ts'
import { aboutOf, tickIn } from './known-handbook.ts'

/** No prompt is begun beyond the iterations, and no agent sent on documents that were read after the time was up. */
export function limitsHold({ limits }: HandbookInput): Checker<HandbookState, Event> {
  let startedAt = 0
  let readAt = 0
  let ticks = 0
  let stops = 0
  return {
    name: 'limits hold',
    durable(event) {
      if (event.type === 'RunStarted') startedAt = event.at
      if (event.type === 'DocumentsRead') readAt = event.at
      const tick = tickIn(event)
      if (tick?.refused === null && !tick.promptId.endsWith('.close')) ticks++
      if (event.type === 'RunEnded' && event.end.outcome === 'paused') stops++
      if (ticks > limits.maxIterations)
        return `${ticks} boxes are ticked, where ${limits.maxIterations} may be`
      if (event.type !== 'CommandIssued' || event.command.type !== 'RunAgent') return null
      return readAt - startedAt > limits.timeoutMinutes * 60_000
        ? `${aboutOf(event.command.id).subject} was dispatched after the timeout`
        : null
    },
    folded: (_event, { iteration }) =>
      iteration.iteration > iteration.maxIterations + 1 + stops
        ? `${iteration.iteration} iterations of ${iteration.maxIterations}`
        : null,
  }
}
