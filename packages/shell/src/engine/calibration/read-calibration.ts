/** Reads what finished runs came to, one journal at a time. A journal that is refused is named, and the others count. */

import { upcaster } from '@harness/core/kernel/upcast'
import { UserError } from '@harness/core/kernel/user-error'
import {
  calibratePlans,
  calibrateRun,
  type PlanCalibration,
  type RunCalibration,
} from '@harness/core/playbooks/delivery/calibration'
import type { Event as DeliveryEvent } from '@harness/core/playbooks/delivery/effects'
import { deliveryIdentity } from '@harness/core/playbooks/delivery/identity'
import type { RunRef, RunStore } from '../../store/port/run-store.ts'

export interface Calibration {
  readonly plans: readonly PlanCalibration[]
  readonly damaged: readonly { readonly run: string; readonly problem: string; readonly next: string }[]
}

/** `planId` is null for all of them. */
export async function readCalibration(store: RunStore, planId: string | null): Promise<Calibration> {
  const runs = await store.list(planId ?? undefined)
  const read: RunCalibration[] = []
  const damaged: Calibration['damaged'][number][] = []
  for (const run of runs.toReversed()) {
    const result = await calibrationOf(store, run)
    if (result instanceof UserError)
      damaged.push({ run: `${run.subject}-${run.runId}`, problem: result.message, next: result.next })
    else if (result !== null) read.push(result)
  }
  return { plans: calibratePlans(read), damaged }
}

async function calibrationOf(store: RunStore, run: RunRef): Promise<RunCalibration | UserError | null> {
  try {
    const events = (await store.read(run))?.events ?? []
    return calibrateRun(events.map(upcaster(deliveryIdentity)) as readonly DeliveryEvent[])
  } catch (error) {
    if (error instanceof UserError) return error
    throw error
  }
}
