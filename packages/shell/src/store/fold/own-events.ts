/** Owns reading the events of a journal as events of the version of their playbook that is here. */
import type { AnyEvent } from '@harness/core/kernel/effect'
import { upcaster } from '@harness/core/kernel/upcast'
import type { RunRef } from '../port/run-store.ts'
import { otherVersion, type Reader } from '../trust/other-version.ts'

/**
 * Reads the events of a run, in their order, in one or more parts. Throws if another playbook wrote them, or a version
 * that this playbook cannot read.
 */
export function ownEvents(
  run: RunRef,
  playbook: Reader,
): (events: readonly AnyEvent[]) => readonly AnyEvent[] {
  const upcast = upcaster(playbook)
  return (events) =>
    events.map((event) => {
      const other = otherVersion(run, event, playbook)
      if (other !== null) throw other
      return upcast(event)
    })
}
