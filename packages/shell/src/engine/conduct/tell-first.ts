/** Lets the next outcome of a run's work say what happened before it: a journal has no other place for it. */
import type { Outcome } from '@harness/core/playbooks/every-effect'
import type { Attempt } from '../../effects/failure/attempt.ts'
import type { Adapters } from '../loop/adapters.ts'

type Adapter<Asked, Ended> = (command: Asked, attempt: Attempt) => Promise<Ended>

export function tellFirst(adapters: Adapters, notes: readonly string[]): Adapters {
  let untold = notes
  const telling =
    <Asked, Ended extends Outcome>(adapter: Adapter<Asked, Ended>): Adapter<Asked, Ended> =>
    async (command, attempt) => {
      const outcome = await adapter(command, attempt)
      const told = untold
      untold = []
      return told.length === 0 ? outcome : { ...outcome, notes: [...told, ...(outcome.notes ?? [])] }
    }
  return {
    ...adapters,
    runAgent: telling(adapters.runAgent),
    runChecks: telling(adapters.runChecks),
    captureUi: telling(adapters.captureUi),
    readPlan: telling(adapters.readPlan),
    readHandbook: telling(adapters.readHandbook),
    readMission: telling(adapters.readMission),
    writeDocuments: telling(adapters.writeDocuments),
    smokeTest: telling(adapters.smokeTest),
    syncLane: telling(adapters.syncLane),
    mergeLane: telling(adapters.mergeLane),
    openPull: telling(adapters.openPull),
    awaitCi: telling(adapters.awaitCi),
    mergePull: telling(adapters.mergePull),
  }
}
