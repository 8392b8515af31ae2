/** Reads what finished runs came to, one journal at a time. A journal that is refused is named, and the others count. */

import { UserError } from '@harness/core/kernel/user-error'
import {
  calibratePlans,
  calibrateRun,
  type PlanCalibration,
  type RunCalibration,
} from '@harness/core/playbooks/delivery/calibration'
import type { Event as DeliveryEvent } from '@harness/core/playbooks/delivery/effects'
import { readJournal } from '../../store/journal/read-journal.ts'
import { type KnownRun, knownRuns, runsOf } from '../../store/runs/runs.ts'

export interface Calibration {
  readonly plans: readonly PlanCalibration[]
  readonly damaged: readonly { readonly run: string; readonly problem: string; readonly next: string }[]
}

/** `planId` is null for all of them. */
export async function readCalibration(stateDir: string, planId: string | null): Promise<Calibration> {
  const runs = planId === null ? await knownRuns(stateDir) : await runsOf(stateDir, planId)
  const read: RunCalibration[] = []
  const damaged: Calibration['damaged'][number][] = []
  for (const run of runs.toReversed()) {
    const result = await calibrationOf(run)
    if (result instanceof UserError)
      damaged.push({ run: `${run.subject}-${run.runId}`, problem: result.message, next: result.next })
    else if (result !== null) read.push(result)
  }
  return { plans: calibratePlans(read), damaged }
}

async function calibrationOf(run: KnownRun): Promise<RunCalibration | UserError | null> {
  try {
    return calibrateRun(((await readJournal(run.dir))?.events ?? []) as readonly DeliveryEvent[])
  } catch (error) {
    if (error instanceof UserError) return error
    throw error
  }
}
