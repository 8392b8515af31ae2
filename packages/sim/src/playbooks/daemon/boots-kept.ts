import { isRunEvent } from '@harness/core/kernel/event'
import type { Event } from '@harness/core/playbooks/daemon/effects'
import type { DaemonState } from '@harness/core/playbooks/daemon/state'
import type { Checker } from '../../engine/checker.ts'
import { workIn } from './order-kept.ts'

/**
 * After a boot nothing starts before an operator says so and the daemon has looked around, and what the process before
 * had begun is checked before it is taken up again.
 */
export function bootsKept(): Checker<DaemonState, Event> {
  const begun = new Set<string>()
  let unchecked = new Set<string>()
  let mayBegin = false
  let hasLooked = false
  return {
    name: 'boots kept',
    durable(event) {
      if (isRunEvent(event, 'RunStarted') || isRunEvent(event, 'RunResumed')) {
        mayBegin = false
        hasLooked = false
        unchecked = new Set(begun)
      }
      if (event.type === 'LookedAround') hasLooked = true
      if (event.type === 'OperatorHeard' && (event.word.type === 'begin' || event.word.type === 'resume'))
        mayBegin = true
      if (event.type === 'WorkChecked') {
        unchecked.delete(event.work)
        begun.delete(event.work)
      }
      if (event.type === 'WorkRested') begun.delete(event.work)
      return null
    },
    changed({ kind, commandId }) {
      if (kind !== 'work begins') return null
      const id = workIn(commandId)
      begun.add(id)
      if (!mayBegin) return `${id} was begun before anybody said so`
      if (!hasLooked) return `${id} was begun before the daemon had looked around`
      return unchecked.has(id) ? `${id} was taken up again unchecked` : null
    },
  }
}
