import { exitCode } from '@harness/core/kernel/exit-code'
import { minuteMs } from '@harness/core/kernel/minute'
import type { Event } from '@harness/core/playbooks/daemon/effects'
import type { DaemonState } from '@harness/core/playbooks/daemon/state'
import type { Checker, Complaint } from '../../engine/checker.ts'
import type { WallClock } from '../../engine/wall-clock.ts'
import { workIn } from './order-kept.ts'
import { settings } from './see.ts'

/**
 * What rests is left alone until its moment, what a full disk holds too, and nothing begins in a window that the daemon
 * has seen closed. A run is tried again as often as the limits say, over any number of processes.
 */
export function restsKept(wall: WallClock): Checker<DaemonState, Event> {
  const notBefore = new Map<string, number>()
  const limited = new Map<string, number>()
  const restarted = new Map<string, number>()
  let windows: readonly [number, number] = [0, 0]
  const more = (counts: Map<string, number>, id: string): number => {
    const count = (counts.get(id) ?? 0) + 1
    counts.set(id, count)
    return count
  }
  const forget = (id: string): void => {
    for (const counts of [notBefore, limited, restarted]) counts.delete(id)
  }
  return {
    name: 'rests kept',
    durable(event): Complaint {
      if (event.type === 'LookedAround') windows = [windows[1], event.facts.closedUntil ?? 0]
      if (event.type === 'OperatorHeard' && event.word.type === 'unblock') forget(event.word.id)
      if (event.type !== 'WorkRested') return null
      const { work, rest, at } = event
      // The daemon lets go of it, and begins it as any other plan as soon as it can start.
      if (rest.type === 'refused' && rest.code === 'plan-waits') forget(work)
      if (rest.type !== 'paused') return null
      if (rest.exitCode === exitCode.rateLimited) {
        notBefore.set(work, at + settings.rateLimitBackoffMs)
        return more(limited, work) > settings.maxRateLimitRetries + 1
          ? `${work} was tried again more often than rate limits may`
          : null
      }
      const times = more(restarted, work)
      notBefore.set(work, at + Math.min(15 * minuteMs, minuteMs * 2 ** (times - 1)))
      return times > settings.maxRestarts + 1 ? `${work} was resumed more often than it may be` : null
    },
    changed({ kind, commandId }) {
      if (kind !== 'work begins') return null
      const id = workIn(commandId)
      const now = wall.now()
      if (now < (notBefore.get(id) ?? 0)) return `${id} was begun while it had to rest`
      return now < Math.min(...windows) ? `${id} was begun in a closed window` : null
    },
  }
}
