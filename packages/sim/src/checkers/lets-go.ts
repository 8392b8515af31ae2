import { isGateAnswered } from '@harness/core/effects/ask-human'
import { isRunEvent } from '@harness/core/kernel/event'
import type { Checker } from '../engine/checker.ts'

/**
 * A process that said it lets go does nothing more: before the run is resumed only a person's answer may still be
 * recorded, or that the run had come to its end when it was interrupted; after an end that is final nothing at all
 * happens.
 */
export function letsGo<State>(): Checker<State> {
  let resting: string | null = null
  let final: string | null = null
  return {
    name: 'lets go',
    durable(event) {
      if (final !== null) return `${event.type} was recorded after the final end “${final}”`
      if (isRunEvent(event, 'RunResumed')) resting = null
      else if (resting === 'RunInterrupted' && isRunEvent(event, 'RunEnded')) resting = null
      else if (resting !== null && !isGateAnswered(event))
        return `${event.type} was recorded after ${resting} and before a RunResumed`
      if (isRunEvent(event, 'RunInterrupted') || isRunEvent(event, 'RunEnded')) resting = event.type
      if (isRunEvent(event, 'RunEnded') && !event.end.resumable) final = event.end.reason
      return null
    },
    changed({ kind, commandId }) {
      return final !== null && commandId !== null ? `${kind} by ${commandId} after the final end` : null
    },
  }
}
