/** LookAround: waits until there is something new to see. Safe to repeat: it only looks. */
import type { LookAround, LookedAround } from '@harness/core/playbooks/daemon/effects'
import type { Attempt } from '@harness/shell/effects/failure/attempt'
import { linkedAbort } from '../place/linked-abort.ts'
import type { DaemonPorts } from './ports.ts'
import { seeRepository } from './see-repository.ts'

export async function lookAround(
  command: LookAround,
  { signal }: Attempt,
  { outside, bell, budget, tickMs }: DaemonPorts,
): Promise<LookedAround> {
  const { clock } = outside
  for (let how: 'rung' | 'moment' = 'moment'; ; ) {
    // Who rings has just merged or answered: the forge has nothing newer.
    const facts = await seeRepository(command, outside, budget, how === 'rung' ? null : signal)
    const at = clock.now()
    const isDue = command.until !== null && command.until <= at
    if (how === 'rung' || isDue || facts.digest !== command.known)
      return { type: 'LookedAround', at, commandId: command.id, facts }
    const moment = Math.min(at + tickMs(), command.until ?? Number.POSITIVE_INFINITY)
    const link = linkedAbort(signal)
    const waiting = clock.until(moment, link.signal)
    waiting.catch(() => {})
    try {
      how = await bell.wait(waiting, signal)
    } finally {
      link.abort()
      link.unlink()
    }
  }
}
