import type { AnyEvent } from '@harness/core/kernel/effect'
import type { Checker } from '../engine/checker.ts'
import { sameValue } from '../engine/same-value.ts'

/** No event is lost or reordered: what was acknowledged stays in its place, and the loop sees the journal in order. */
export function nothingLost<State>(): Checker<State> {
  const acknowledged = new Map<number, string>()
  const records: string[] = []
  const durable: AnyEvent[] = []
  let next: number | null = null
  const lostBefore = (events: number): string | null => {
    for (const [index, record] of acknowledged)
      if (index >= events || records[index] !== record)
        return `acknowledged record ${index} is gone: ${record}`
    return null
  }
  return {
    name: 'nothing lost',
    durable(event, index, record) {
      if (index > durable.length) return `record ${index} was written before record ${durable.length}`
      durable[index] = event
      records[index] = record
      return null
    },
    acknowledged(record, index) {
      acknowledged.set(index, record)
      return records[index] === record
        ? null
        : `record ${index} was acknowledged but is not on disk: ${record}`
    },
    recovered(_run, events) {
      next = events
      return lostBefore(events)
    },
    folded(event, _state, index) {
      if (!sameValue(event, durable[index]))
        return `the loop saw ${event.type} as event ${index}; the journal has ${records[index] ?? 'nothing'}`
      if (next !== null && index !== next) return `the loop saw event ${index} where ${next} was due`
      next = index + 1
      return null
    },
    settled: (events) => lostBefore(events.length),
  }
}
