/** ReleaseRuns: lets go of runs in flight, until no run is left. They resume at the next boot. Safe to repeat. */
import { setTimeout as pause } from 'node:timers/promises'
import type { ReleaseRuns, RunsReleased } from '@harness/core/playbooks/daemon/effects'
import type { Attempt } from '@harness/shell/effects/failure/attempt'
import { openRunStore } from '@harness/shell/store/open-run-store'
import type { DaemonPorts } from './ports.ts'

const lookAgainMs = 250

export async function releaseRuns(
  { id, which }: ReleaseRuns,
  { signal }: Attempt,
  { outside, inFlight }: DaemonPorts,
): Promise<RunsReleased> {
  const runs = openRunStore(outside.stateDir)
  while (inFlight.list().length > 0) {
    for (const { work, subject } of inFlight.list()) {
      const [newest] = await runs.list(subject)
      if (which === 'all' || newest?.summary?.status === 'sleeping') inFlight.release(work)
    }
    await pause(lookAgainMs, undefined, { signal })
  }
  return { type: 'RunsReleased', at: outside.clock.now(), commandId: id }
}
